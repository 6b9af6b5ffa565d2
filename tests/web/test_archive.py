"""Archives: nothing is forgotten, and taken in elsewhere everything is as it was."""

import json
import re
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import FileField, JSONField
from django.urls import reverse
from django.utils import timezone

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.models import Event, EventRole
from skatliga.events.roles import grant_role as grant_event_role
from skatliga.events.services import create_event
from skatliga.exchange.archive import restore as restoring
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import description, scope_of_club, scope_of_event, take_out
from skatliga.exchange.archive.jobs import ArchiveJob
from skatliga.exchange.archive.matching import known_clubs, known_players, preview
from skatliga.exchange.archive.restore import restore, steps
from skatliga.exchange.archive.schema import BY_MODEL, KINDS, LEFT_OUT_MODELS, SHAPES
from skatliga.exchange.models import ArchiveReport
from skatliga.leagues.models import Group
from skatliga.lists.models import Photo, SeatResult, Sheet
from skatliga.lists.photos import add_photo
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.services import add_player, create_club, grant_role, merge_players
from skatliga.years.models import ClubYear
from web.everything import create_everything, empty_the_database, picture, records_of, write_figures
from web.replayed import world
from web.till import enter_list

pytestmark = pytest.mark.django_db

MODELS = apps.get_models(include_auto_created=True)


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """Pictures of the tests stay with them."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


# ---- Nothing is forgotten: a new model or field has to be put in the table, or left out with a reason ----


def test_every_model_is_taken_or_left_out_with_a_reason():
    taken = {kind.model._meta.label for kind in KINDS}
    assert taken.isdisjoint(LEFT_OUT_MODELS)
    assert {model._meta.label for model in MODELS} == taken | set(LEFT_OUT_MODELS)
    assert all(LEFT_OUT_MODELS.values())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_field_is_taken_or_left_out_with_a_reason(kind):
    taken = {field.name for field in kind.fields}
    key = {kind.key.name} - taken
    named = {field.name for field in kind.model._meta.concrete_fields}
    assert taken | set(kind.left_out) | key == named | set(kind.left_out)
    assert set(kind.left_out) <= named | ({"sort_key"} if kind.tracked else set())
    assert all(kind.left_out.values())
    for many in kind.model._meta.many_to_many:
        through = many.remote_field.through
        assert through in BY_MODEL or through._meta.label in LEFT_OUT_MODELS


def test_every_field_of_json_says_what_it_may_hold():
    of_json = [(kind.name, field.name) for kind in KINDS for field in kind.fields if isinstance(field, JSONField)]
    assert {(kind.removesuffix("_history"), field) for kind, field in of_json} == set(SHAPES)


def test_every_picture_of_the_site_is_taken():
    with_files = {model for model in MODELS if any(isinstance(field, FileField) for field in model._meta.fields)}
    assert with_files == {kind.model for kind in KINDS if kind.files}


def test_the_format_is_described_as_it_is():
    assert Path("docs/admin/archive.md").read_text() == description()


# ---- There and back ----


def test_a_moved_club_is_known_again_and_elsewhere_the_same_to_the_last_point(tmp_path):
    clubs = create_everything()
    figures = write_figures()
    paths = [tmp_path / f"{club.slug}.zip" for club in clubs]
    for club, path in zip(clubs, paths, strict=True):
        take_out(scope_of_club(club), path)
    records = [records_of(path) for path in paths]
    assert [kind.name for kind in KINDS if not any(each[kind.name] for each in records)] == []
    assert_seasons_and_years_are_known_again(paths)
    empty_the_database()
    for path, before in zip(paths, records, strict=True):
        with Unpacked(path) as archive:
            restored = restore(archive)
        again = tmp_path / "again.zip"
        take_out(scope_of_club(restored.made), again)
        after = records_of(again)
        for kind in KINDS:
            assert after[kind.name] == before[kind.name], kind.name
    assert write_figures() == figures


def assert_seasons_and_years_are_known_again(paths: list[Path]) -> None:
    """By what the archives of both clubs say, although the years have other names now."""
    for year in ClubYear.objects.all():
        ClubYear.objects.filter(pk=year.pk).update(name=f"Anders {year}")
    told = [[sentence.split(": ")[1] for sentence in present_in(path)] for path in paths]
    assert told[0] == ["Veranstaltungen (3)", "Clubjahre (2)", "Turnierserien (1)"]
    assert told[1] == [f"Veranstaltungen ({Group.objects.exclude(event=None).count()})", "Saisons (2)"]


@pytest.fixture
@world
def played(evening, schreiber, leiterin, bert):
    """An evening with one list checked, of which the first seat is Bert's, who is in the register."""
    entry = evening.entries.get(start_number=1)
    entry.player, entry.name = bert.player, "Bert Brandt"
    entry.save()
    sheet = enter_list(evening, schreiber, 1, 1, FEET)
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, leiterin))
    return evening


FEET = [PaperFoot(24, 1, 0), PaperFoot(0, 0, 0), PaperFoot(48, 1, 0), PaperFoot(0, 0, 0)]


@pytest.fixture
def archive_of(tmp_path):
    """The archive of an event or a club."""

    def taken(of: Event | Club) -> Path:
        path = tmp_path / f"{of.slug}.zip"
        take_out(scope_of_event(of) if isinstance(of, Event) else scope_of_club(of), path)
        return path

    return taken


def taken_in(path, again=False):
    with Unpacked(path) as archive:
        return restore(archive, again=again)


def test_an_event_can_be_put_beside_itself(played, archive_of):
    path = archive_of(played)
    before = records_of(path)
    restored = taken_in(path, again=True)
    copy = restored.made
    assert (copy.slug, restored.renamed) == (f"{played.slug}-2", ((played.slug, copy.slug),))
    assert records_of(archive_of(played)) == before
    after = records_of(archive_of(copy))
    for records in (before, after):
        for kind in ("events", "events_history"):
            for record in records[kind]:
                del record["slug"]
        # The lists are others now; everything in them is as it was.
        assert len({record.pop("uuid") for record in records["sheets"]}) == len(records["sheets"])
    del before["people"], after["people"]
    assert after == before
    assert copy.entries.get(start_number=1).player == played.entries.get(start_number=1).player
    assert [result.leistung for result in SeatResult.objects.filter(entry__event=copy)] == [74, 0, 98, 0]


def test_people_are_names_that_cannot_sign_in(played, archive_of, leiterin):
    leiterin.set_password("karo-sieben-ouvert")
    leiterin.save()
    copy = taken_in(archive_of(played), again=True).made
    assert not EventRole.objects.filter(event=copy).exists()
    checked = Sheet.objects.get(table__round__event=copy).checked_by
    assert (checked.username, checked.name) == ("leiterin-2", "Leiterin")
    assert (checked.is_active, checked.has_usable_password(), checked.is_superuser) == (False, False, False)
    taken_in(archive_of(played), again=True)
    assert list(User.objects.filter(username__startswith="leiterin").values_list("username", flat=True)) == [
        "leiterin",
        "leiterin-2",
    ]


def test_photographs_come_along(played, archive_of, leiterin, media):
    sheet = Sheet.objects.get(table__round__event=played)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Foto fehlt"))
    photo = add_photo(Sheet.objects.get(pk=sheet.pk), picture("red"), leiterin)
    content = photo.image.read()
    copy = taken_in(archive_of(played), again=True).made
    kept = Photo.objects.get(sheet__table__round__event=copy)
    assert kept.image.read() == content
    assert kept.image.name != photo.image.name
    assert (kept.taken_at, kept.by.name) == (photo.taken_at, "Leiterin")


def test_a_picture_whose_file_is_gone_does_not_stop_an_archive(played, archive_of, leiterin):
    sheet = Sheet.objects.get(table__round__event=played)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Foto fehlt"))
    photo = add_photo(Sheet.objects.get(pk=sheet.pk), picture("red"), leiterin)
    name = photo.image.name
    photo.image.storage.delete(name)
    path = archive_of(played)
    with Unpacked(path) as archive:
        assert archive.manifest.missing == [name]
        assert preview(archive).missing == 1
    assert not Photo.objects.filter(sheet__table__round__event=taken_in(path, again=True).made).exists()


def test_an_event_of_a_club_that_is_not_here_brings_its_club_and_the_players_who_took_part(played, archive_of, anna):
    path = archive_of(played)
    assert [record["last_name"] for record in records_of(path)["players"]] == ["Brandt"]
    empty_the_database()
    copy = taken_in(path).made
    assert (copy.club.name, copy.club.number, copy.slug) == ("Herz Dame Altenburg", "07.01.116", played.slug)
    member = Membership.objects.get()
    assert (member.player.name, member.number, member.club) == ("Bert Brandt", "2", copy.club)


# ---- Who is recognised ----


CLUB = {"name": "Herz Dame Altenburg", "slug": "x", "place": "", "number": "07.01.116"}


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({}, True),
        ({"name": "Herz-Dame e. V."}, True),
        ({"number": ""}, True),
        ({"number": "07.01.117"}, False),
        ({"number": "", "name": "Herz Dame Gera"}, False),
    ],
)
def test_a_club_is_recognised_by_its_number_or_its_name(club, said, known):
    assert known_clubs({1: CLUB | said}) == ({1: club.pk} if known else {})


def test_a_club_that_two_of_an_archive_could_be_is_neither(club):
    assert known_clubs({1: CLUB, 2: CLUB}) == {}


ANNA = {"first_name": "Anna", "last_name": "Ärmel", "birth_year": 1960, "federation_number": "", "merged_into": None}


@pytest.mark.parametrize(
    ("said", "of_the_club", "known"),
    [
        ({}, True, True),
        ({"last_name": "Aermel"}, True, True),
        ({"birth_year": None}, True, True),
        ({"birth_year": 1961}, True, False),
        ({"federation_number": "4711"}, True, True),
        ({}, False, False),
        ({"first_name": "Anne"}, True, False),
        ({"merged_into": 2}, True, False),
    ],
)
def test_a_player_is_recognised_in_the_register_of_his_club(anna, club, said, of_the_club, known):
    found = known_players({1: ANNA | said}, {1: [club.pk] if of_the_club else []})
    assert found == ({1: anna.player_id} if known else {})


@pytest.mark.parametrize(("number", "known"), [("4711", True), ("4712", False)])
def test_the_number_of_the_federation_says_more_than_the_club(anna, club, number, known):
    Player.objects.update(federation_number="4711")
    for registers in ({}, {1: [club.pk]}):
        found = known_players({1: ANNA | {"federation_number": number}}, registers)
        assert found == ({1: anna.player_id} if known else {})


def test_of_two_of_the_same_name_nobody_is_guessed(anna, club):
    twin = {"first_name": "Anna", "last_name": "Ärmel"}
    add_player(club, **twin)
    assert known_players({1: ANNA | {"birth_year": None}}, {1: [club.pk]}) == {}
    assert known_players({1: ANNA, 2: ANNA}, {1: [club.pk], 2: [club.pk]}) == {}


def test_what_is_recognised_stays_as_it_is(played, archive_of, bert):
    path = archive_of(played)
    player = bert.player
    player.publication = "first_name"
    player.save()
    versions = player.history.count()
    taken_in(path, again=True)
    player.refresh_from_db()
    assert (player.publication, player.history.count()) == ("first_name", versions)
    assert Membership.objects.filter(player=player).count() == 1


@pytest.mark.parametrize("name", ["Ärmel", "Lang"])
def test_who_was_made_one_with_another_is_that_one(name, played, archive_of, club, anna):
    """The archive is of before; in it both are members, and the one who is no longer there took part."""
    other = add_player(club, first_name="Anna", last_name=name, number="3").player
    played.entries.filter(start_number=2).update(player=other, name=other.name)
    path = archive_of(club)
    merge_players(anna.player, other)
    before = Player.objects.count(), Membership.objects.count()
    copy = taken_in(path, again=True).made.events.latest("pk")
    assert (Player.objects.count(), Membership.objects.count()) == before
    entry = copy.entries.get(start_number=2).player
    assert (entry.merged_into or entry) == anna.player
    assert Membership.objects.get(player=anna.player).number == "1"


def test_who_was_made_one_with_another_becomes_that_one_in_the_register_of_a_new_club(archive_of, anna):
    away = create_club("Pik Sieben Gera")
    members = [add_player(away, first_name="Anna", last_name=name, federation_number=f"4711{name}") for name in "AB"]
    path = archive_of(away)
    for member in members:
        merge_players(anna.player, member.player)
    Club.objects.filter(pk=away.pk).update(name="Karo Acht Gera")
    Membership.objects.exclude(club=anna.club).delete()
    new = taken_in(path, again=True).made
    assert [member.player for member in new.memberships.all()] == [anna.player]


def test_who_was_merged_elsewhere_into_somebody_merged_here_is_the_one_he_is_here(played, archive_of, club, anna):
    middle, last = (add_player(club, first_name="Anna", last_name=name).player for name in ("Lang", "Kurz"))
    played.entries.filter(start_number=2).update(player=last)
    merge_players(middle, last)
    path = archive_of(club)
    Player.objects.filter(pk=last.pk).update(merged_into=None)
    merge_players(anna.player, middle)
    taken_in(path, again=True)
    assert Player.objects.filter(last_name="Kurz").latest("pk").merged_into == anna.player


# ---- The command line ----


def test_the_commands(played, tmp_path, capsys):
    path = tmp_path / "abend.zip"
    call_command("export_archive", event=played.slug, output=path)
    call_command("import_archive", path, dry_run=True)
    told = capsys.readouterr().out
    assert "Der Verein „Herz Dame Altenburg“ ist hier „Herz Dame Altenburg“." in told
    assert "Hier schon vorhanden: Veranstaltungen (1): Preisskat (21. November 2026)." in told
    assert "Eingespielt wird es nur mit --again" in told
    with pytest.raises(CommandError, match="Hier schon vorhanden: Veranstaltungen"):
        call_command("import_archive", path)
    assert Event.objects.count() == 1
    call_command("import_archive", path, again=True)
    assert f"„{played.slug}“ gab es schon und heißt hier „{played.slug}-2“." in capsys.readouterr().out
    path.write_bytes(b"kaputt")
    with pytest.raises(CommandError, match="Das ist kein lesbares Archiv"):
        call_command("import_archive", path)


def test_what_an_order_of_the_page_came_to_is_stored_with_it(played, archive_of, capsys):
    """Whatever happens to the process afterwards, nobody takes it in a second time by ordering it again."""
    path, work = archive_of(played), UUID(int=7)
    for _twice in range(2):
        call_command("import_archive", path, again=True, work=work)
    copy = Event.objects.exclude(pk=played.pk).get()
    report = ArchiveReport.objects.get(pk=work)
    assert (report.said["name"], report.said["address"]) == (copy.name, copy.get_absolute_url())
    ArchiveReport.objects.update(at=timezone.now() - timedelta(days=2))
    with pytest.raises(CommandError):
        call_command("import_archive", path, work=UUID(int=8))
    assert ArchiveReport.objects.get().said["refused"][0].startswith("Hier schon vorhanden: Veranstaltungen (2): ")


def test_nothing_is_taken_in_where_its_report_cannot_be_stored(played, archive_of):
    def break_off(restored):
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError), Unpacked(archive_of(played)) as archive:
        restore(archive, again=True, keep=break_off)
    assert Event.objects.count() == 1


def test_a_preview_that_an_earlier_program_made_names_nothing_that_is_there_and_blocks_nothing():
    job = ArchiveJob(id="1", of="", slug="", name="verein.zip", preview={"clubs": 1})
    assert job.contents == {"clubs": 1, "present": [], "blocks": False}


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only there everybody else has to wait for a transaction")
def test_an_archive_is_read_and_reckoned_before_anybody_has_to_wait(played, archive_of, monkeypatch):
    monkeypatch.setattr(restoring, "AT_ONCE", 1)
    inside = []
    with Unpacked(archive_of(played)) as archive:
        restore(archive, lambda done: inside.append(connection.in_atomic_block), again=True)
        assert (len(inside), any(inside)) == (steps(archive), False)


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (True, "Dasselbe Archiv ist hier gerade eben schon eingespielt worden; bitte nachsehen."),
        (False, "Hier schon vorhanden: Veranstaltungen (1): Clubabend (20. November 2026)."),
    ],
)
def test_of_two_who_take_in_the_same_archive_at_once_the_second_is_told(again, told, event, archive_of, monkeypatch):
    path = archive_of(event)
    if not again:
        empty_the_database()
    prepare = restoring._Restorer.prepare

    def be_overtaken(restorer):
        prepare(restorer)
        monkeypatch.undo()
        taken_in(path, again=again)

    monkeypatch.setattr(restoring._Restorer, "prepare", be_overtaken)
    with pytest.raises(ValidationError) as refused:
        taken_in(path, again=again)
    assert refused.value.messages[0] == told
    assert Event.objects.count() == (2 if again else 1)


def test_an_address_that_was_given_on_the_way_is_taken(club, event, archive_of):
    """Of „a“ and „a-2“ only „a“ is here: it becomes „a-2“, and the other one something else."""
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian", "deals_at_four": 48, "deals_at_three": 36}
    second = create_event(club, name="Zweiter", date=event.date, rounds=1, **rules)
    for of, slug in ((event, "a"), (second, "a-2")):
        Event.objects.filter(pk=of.pk).update(slug=slug)
    path = archive_of(club)
    Event.objects.filter(pk=second.pk).update(slug="b")
    taken_in(path, again=True)
    assert sorted(Event.objects.values_list("slug", flat=True)) == ["a", "a-2", "a-2-2", "b"]


# ---- What is here already ----


def present_in(path):
    with Unpacked(path) as archive:
        return preview(archive).present


def test_an_event_is_known_again_by_when_it_was_created(event, archive_of):
    """It has another name and another day now, and no list."""
    path = archive_of(event)
    Event.objects.filter(pk=event.pk).update(name="Herbstpokal", date=date(2026, 12, 6))
    assert present_in(path) == ["Hier schon vorhanden: Veranstaltungen (1): Herbstpokal (6. Dezember 2026)."]
    event.history.update(history_date=timezone.now())
    assert present_in(path) == []


def test_an_event_is_known_again_by_its_lists(played, archive_of):
    path = archive_of(played)
    played.history.all().delete()
    assert present_in(path) == ["Hier schon vorhanden: Veranstaltungen (1): Preisskat (21. November 2026)."]


def test_another_evening_of_the_same_name_and_day_is_another(event, archive_of):
    path = archive_of(event)
    empty_the_database()
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian", "deals_at_four": 48, "deals_at_three": 36}
    create_event(create_club(CLUB["name"]), name=event.name, date=event.date, rounds=2, **rules)
    assert present_in(path) == []
    taken_in(path)
    assert Event.objects.count() == 2


def test_a_preview_names_only_what_people_know_by_a_name(played, archive_of):
    """Who plays in which class is in the archive, but has no name in any language."""
    played.entries.get(start_number=1).categories.add(played.categories.create(name="Damen"))
    with Unpacked(archive_of(played)) as archive:
        contents = preview(archive).contents
    assert ("Klassen", 1) in contents
    assert [label for label, _number in contents if "-" in label] == []


def test_what_is_not_there_has_no_archive(db):
    for options in ({"event": "nirgends"}, {"club": "nirgends"}):
        with pytest.raises(CommandError, match="gibt es nicht"):
            call_command("export_archive", **options)


# ---- The pages ----


@pytest.fixture
def at_once(settings, tmp_path):
    """What a page orders is done at once, and its files stay with the test."""
    settings.VAR_DIR = tmp_path


def test_from_one_button_to_the_other(played, at_once, sign_in, leiterin, betreiber):
    page = sign_in(leiterin).post(reverse("exchange:event_archive", args=[played.slug]), follow=True)
    assert "Das Archiv ist fertig." in page.content.decode()
    answer = sign_in(leiterin).get(page.request["PATH_INFO"] + "datei/")
    assert answer["Content-Disposition"] == f'attachment; filename="archiv-{played.slug}.zip"'
    content = b"".join(answer.streaming_content)
    admin = sign_in(betreiber)
    upload = SimpleUploadedFile("abend.zip", content)
    page = admin.post(reverse("exchange:receive_archive"), {"datei": upload}, follow=True)
    text = page.content.decode()
    assert "Der Verein „Herz Dame Altenburg“ ist hier schon" in text
    assert "1 Spieler steht hier schon im Register" in text
    assert "Hier schon vorhanden: Veranstaltungen (1): Preisskat (21. November 2026)." in text
    assert ("so lange muss warten, wer hier etwas speichern will" in text) == (connection.vendor == "sqlite")
    at = page.request["PATH_INFO"]
    page = admin.post(f"{at}einspielen/", follow=True)
    assert "Bitte ankreuzen, wenn alles ein zweites Mal daneben stehen soll." in page.content.decode()
    assert Event.objects.count() == 1
    for _twice in range(2):
        page = admin.post(f"{at}einspielen/", {"again": "on"}, follow=True)
        assert "Alle Listen sind nachgerechnet und stimmen." in page.content.decode()
    assert list(Event.objects.order_by("pk").values_list("slug", flat=True)) == [played.slug, f"{played.slug}-2"]


def test_an_import_that_broke_off_is_ordered_again_with_the_same_answer(
    played, archive_of, sign_in, betreiber, ordered
):
    admin = sign_in(betreiber)
    upload = SimpleUploadedFile("abend.zip", archive_of(played).read_bytes())
    at = admin.post(reverse("exchange:receive_archive"), {"datei": upload}, follow=True).request["PATH_INFO"]
    admin.post(f"{at}einspielen/", {"again": "on"})
    ordered[0].die()
    page = admin.get(at).content.decode()
    assert "Die Arbeit ist abgebrochen, es ist nichts gespeichert." in page
    admin.post(f"{at}einspielen/", dict(re.findall(r'type="hidden" name="(again)" value="(on)"', page)))
    assert len(ordered) == 2
    assert ordered[0].command == ordered[1].command
    assert "--again" in ordered[0].command


def test_an_archive_that_broke_off_is_made_again_by_a_button(played, sign_in, leiterin, ordered):
    browser = sign_in(leiterin)
    at = browser.post(reverse("exchange:event_archive", args=[played.slug])).url
    ordered[0].die()
    assert "<button>Noch einmal</button>" in browser.get(at).content.decode()
    assert browser.post(at).url == at
    ordered[1].run()
    assert "Das Archiv ist fertig." in browser.get(at).content.decode()
    assert browser.post(at).url == at and len(ordered) == 2


def test_an_archive_that_waits_while_the_site_is_renewed_can_still_be_taken_in(
    played, archive_of, at_once, sign_in, betreiber, settings
):
    """An earlier program did not say in its previews what is here already; then that is found out on the way."""
    admin = sign_in(betreiber)
    upload = SimpleUploadedFile("abend.zip", archive_of(played).read_bytes())
    at = admin.post(reverse("exchange:receive_archive"), {"datei": upload}, follow=True).request["PATH_INFO"]
    (order,) = Path(settings.VAR_DIR).glob("archive/*/order.json")
    said = json.loads(order.read_text())
    del said["preview"]["present"], said["preview"]["blocks"]
    order.write_text(json.dumps(said))
    assert admin.get(at).status_code == 200
    page = admin.post(f"{at}einspielen/", follow=True)
    assert "Hier schon vorhanden: Veranstaltungen (1): Preisskat (21. November 2026)." in page.content.decode()
    assert Event.objects.count() == 1


def test_a_file_that_is_no_archive_is_refused_on_the_page(at_once, sign_in, betreiber):
    page = sign_in(betreiber).post(
        reverse("exchange:receive_archive"), {"datei": SimpleUploadedFile("a.zip", b"PK")}, follow=True
    )
    assert "Das ist kein lesbares Archiv." in page.content.decode()


def test_an_archive_is_for_whoever_ordered_it_as_long_as_he_may(played, at_once, sign_in, leiterin, admin, club):
    page = sign_in(leiterin).post(reverse("exchange:event_archive", args=[played.slug]), follow=True)
    at = page.request["PATH_INFO"]
    assert sign_in(admin).get(at).status_code == 404
    assert sign_in(leiterin).post(f"{at}einspielen/").status_code == 404
    grant_role(club, leiterin, Role.READER)
    assert sign_in(leiterin).get(at).status_code == 403
    assert sign_in(leiterin).get(f"{at}datei/").status_code == 403


def test_who_directs_only_the_event_gets_no_archive_of_it(played, sign_in, fremde):
    grant_event_role(played, "fremde", Role.ADMINISTRATOR)
    assert sign_in(fremde).get(reverse("exchange:event_archive", args=[played.slug])).status_code == 403


@pytest.mark.parametrize("name", ["event_archive", "club_archive"])
def test_the_pages_ask_little(name, played, club, sign_in, admin, django_assert_max_num_queries):
    browser = sign_in(admin)
    with django_assert_max_num_queries(5):
        browser.get(reverse(f"exchange:{name}", args=[played.slug if name == "event_archive" else club.slug]))
