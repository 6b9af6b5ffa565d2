"""The demonstration: made once, in an empty database only, with logins that work."""

from io import StringIO

import pytest
from django.core.management import call_command

from skatliga.people.models import Club, Player, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path):
    """The command, with passwords kept where no other test sees them; it returns what it prints."""
    settings.VAR_DIR = tmp_path

    def called() -> list[str]:
        printed = StringIO()
        call_command("demo", stdout=printed)
        return printed.getvalue().splitlines()

    return called


def test_the_printed_logins_work(demo, client):
    heading, *logins = demo()
    password = heading.rpartition(" ")[2]
    assert [line.split() for line in logins] == [
        ["admin", "Administrator"],
        ["leitung", "Spielleitung"],
        ["liste", "Listenführer"],
        ["leser", "Leser"],
    ]
    for line in logins:
        answer = client.post("/anmelden/", {"username": line.split()[0], "password": password})
        assert answer.url == "/"
        client.post("/abmelden/")


def test_a_further_call_changes_nothing(demo):
    first = demo()
    assert demo() == first
    assert (Club.objects.count(), User.objects.count(), Player.objects.count()) == (1, 4, 14)


def test_a_site_in_use_gets_no_demonstration(demo, fremde):
    assert demo() == []
    assert not Club.objects.exists()
