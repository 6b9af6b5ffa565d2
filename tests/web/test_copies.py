"""Encrypted copies of backups: only the holder of the private key can read one, and it is the backup, byte for byte."""

import shutil
import stat
import subprocess
from datetime import timedelta

import pyrage
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pyrage import x25519

from skatliga.operations import backups, checks, copies


@pytest.fixture
def keys():
    """Of two operators."""
    return [x25519.Identity.generate() for _operator in range(2)]


@pytest.fixture
def site(settings, tmp_path, keys, transactional_db):
    """A site whose backups are copied for both."""
    settings.VAR_DIR, settings.BACKUP_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "backups", tmp_path / "media"
    settings.BACKUP_COPY_DIR = tmp_path / "elsewhere"
    settings.BACKUP_RECIPIENTS = [str(key.to_public()) for key in keys]
    return tmp_path


def test_each_operator_can_read_the_copy_and_nobody_else(site, keys, capsys):
    call_command("backup")
    [backup], [copy] = backups.kept(), backups.kept(site / "elsewhere", copies.ENDING)
    assert copy.name == f"{backup.name}.age"
    assert f"Verschlüsselte Kopie: {copy.path}" in capsys.readouterr().out
    content = copy.path.read_bytes()
    for key in keys:
        assert pyrage.decrypt(content, [key]) == backup.path.read_bytes()
    with pytest.raises(pyrage.DecryptError):
        pyrage.decrypt(content, [x25519.Identity.generate()])
    assert b"PK" not in content[:4] and stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    restored = site / "restored.zip"
    restored.write_bytes(pyrage.decrypt(content, keys[:1]))
    assert backups.read_manifest(restored) == backups.read_manifest(backup.path)


@pytest.mark.skipif(not shutil.which("age"), reason="needs age")
def test_the_tool_of_any_distribution_reads_it(site, keys):
    call_command("backup")
    (site / "key.txt").write_text(str(keys[0]))
    [copy] = backups.kept(site / "elsewhere", copies.ENDING)
    done = subprocess.run(["age", "-d", "-i", site / "key.txt", copy.path], capture_output=True, check=True)
    assert done.stdout == backups.kept()[0].path.read_bytes()


def test_copies_are_thrown_away_by_the_rule_of_backups(site):
    (site / "elsewhere").mkdir()
    (site / "backups").mkdir()
    for days in range(1, 40):
        name = backups.name_of(timezone.now() - timedelta(days=days))
        (site / "backups" / name).touch()
        (site / "elsewhere" / f"{name}.age").touch()
    call_command("backup", "--keep", "5")
    left = backups.kept()
    assert [copy.name for copy in backups.kept(site / "elsewhere", copies.ENDING)] == [
        f"{one.name}.age" for one in left
    ]
    assert 5 <= len(left) <= 8


def test_without_recipients_there_is_no_copy(site, settings):
    settings.BACKUP_RECIPIENTS = []
    call_command("backup")
    assert len(backups.kept()) == 1 and not (site / "elsewhere").exists()


def test_a_key_that_is_none_is_said_and_the_backup_is_made(site, settings):
    settings.BACKUP_RECIPIENTS = ["age1nonsense"]
    said = "BACKUP_RECIPIENTS: „age1nonsense“ ist kein öffentlicher Schlüssel von age (age1…)."
    assert [warning.msg for warning in checks.keys_can_be_read()] == [said]
    with pytest.raises(CommandError) as failed:
        call_command("backup")
    assert str(failed.value) == f"Gesichert ist alles, aber die verschlüsselte Kopie fehlt: {said}"
    assert len(backups.kept()) == 1 and not list(site.glob("elsewhere/*"))


def test_the_page_says_where_the_copies_are_and_that_one_is_missing(site, sign_in, betreiber):
    call_command("backup")
    browser = sign_in(betreiber)
    assert f"Von jeder liegt eine verschlüsselte Kopie in {site}/elsewhere" in browser.get("/betrieb/").content.decode()
    backups.kept(site / "elsewhere", copies.ENDING)[0].path.unlink()
    assert "gibt es keine verschlüsselte Kopie" in browser.get("/betrieb/").content.decode()
