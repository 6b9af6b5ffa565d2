"""Archives that were damaged or made to do harm: refused with a sentence, and nothing of them is stored."""

import datetime
import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.test import override_settings

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.exchange.archive import archive_file
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import scope_of_club, scope_of_event, take_out
from skatliga.exchange.archive.matching import here_already, preview, sentences
from skatliga.exchange.archive.restore import restore
from skatliga.exchange.archive.schema import BY_NAME, KINDS
from skatliga.lists.models import Sheet
from skatliga.lists.photos import add_photo
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people.models import User
from skatliga.people.services import add_player, create_club
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.services import change_year, set_start
from skatliga.years.year_standing import year_table
from web.club_evenings import fresh
from web.everything import empty_the_database, picture
from web.till import enter_list
from web.worlds import lasting

pytestmark = pytest.mark.django_db

MANIFEST, ROWS = "manifest.json", "data/rows.jsonl"
Parts = dict[str, bytes]


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture(scope="module")
def parts(django_db_setup, django_db_blocker, tmp_path_factory) -> Parts:
    """The parts of a good archive, by their names; of what it was made nothing is left."""
    folder = tmp_path_factory.mktemp("good")
    with override_settings(MEDIA_ROOT=folder / "media"), lasting(django_db_blocker):
        take_out(scope_of_event(_play()), folder / "good.zip")
    with zipfile.ZipFile(folder / "good.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _play() -> Event:
    """An evening of two Serien at two tables; one list is checked and has a photograph."""
    schreiber, leiterin = (User.objects.create_user(name) for name in ("schreiber", "leiterin"))
    day = datetime.date(2026, 11, 21)
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian", "deals_at_four": 4, "deals_at_three": 3}
    event = create_event(create_club("Herz Dame"), name="Preisskat", date=day, rounds=2, **rules)
    enter_guests(event, [(f"Gast {letter}", "") for letter in "ABCDEFGH"])
    for round in event.rounds.all():
        seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    sheet = enter_list(
        event, schreiber, 1, 1, [PaperFoot(24, 1, 0), PaperFoot(0, 0, 0), PaperFoot(48, 1, 0), PaperFoot(0, 0, 0)]
    )
    add_photo(sheet, picture("red"), schreiber)
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, leiterin))
    return event


def written(parts: Parts) -> io.BytesIO:
    """The archive of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    file.seek(0)
    return file


def summed(parts: Parts) -> Parts:
    """The same with a manifest that agrees with them."""
    manifest = json.loads(parts[MANIFEST])
    manifest["parts"] = [
        {
            "path": name,
            "records": content.count(b"\n") if name.startswith("data/") else 0,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        for name, content in parts.items()
        if name != MANIFEST
    ]
    return parts | {MANIFEST: json.dumps(manifest).encode()}


def changed(kind: str, change: Callable[[list[dict]], object]) -> Callable[[Parts], Parts]:
    """Records of a kind changed, with sums that agree."""

    def make(parts: Parts) -> Parts:
        records = [json.loads(line) for line in parts[BY_NAME[kind].part].splitlines()]
        change(records)
        lines = "".join(json.dumps(record) + "\n" for record in records)
        return summed(parts | {BY_NAME[kind].part: lines.encode()})

    return make


def said(kind: str, number: int, /, **fields) -> Callable[[Parts], Parts]:
    """One record that says something else."""
    return changed(kind, lambda records: records[number - 1].update(fields))


def told(**fields) -> Callable[[Parts], Parts]:
    """A manifest that says something else."""
    return lambda parts: parts | {MANIFEST: json.dumps(json.loads(parts[MANIFEST]) | fields).encode()}


def with_part(name: str, content: bytes) -> Callable[[Parts], Parts]:
    return lambda parts: summed(parts | {name: content})


def without(name: str) -> Callable[[Parts], Parts]:
    return lambda parts: summed({each: content for each, content in parts.items() if each != name})


def replaced(name: str, old: bytes, new: bytes, sums: bool = True) -> Callable[[Parts], Parts]:
    def make(parts: Parts) -> Parts:
        assert old in parts[name]
        again = parts | {name: parts[name].replace(old, new, 1)}
        return summed(again) if sums else again

    return make


def picture_of(content: bytes) -> Callable[[Parts], Parts]:
    """The photograph is this."""

    def make(parts: Parts) -> Parts:
        [name] = [name for name in parts if name.startswith("files/")]
        return summed(parts | {name: content})

    return make


PHOTOS = BY_NAME["photos"].part
HOSTILE = {
    "no manifest": (
        lambda parts: {name: parts[name] for name in parts if name != MANIFEST},
        "Das Verzeichnis manifest.json fehlt.",
    ),
    "manifest that is no json": (lambda parts: parts | {MANIFEST: b"{"}, "Das Verzeichnis ist nicht zu lesen."),
    "manifest that is a list": (lambda parts: parts | {MANIFEST: b"[]"}, "Das ist kein Archiv von Skatliga."),
    "deep manifest": (lambda parts: parts | {MANIFEST: b"[" * 100_000}, "Das Verzeichnis ist nicht zu lesen."),
    "another format": (told(format="something"), "Das ist kein Archiv von Skatliga."),
    "a newer version": (told(version=11), "Das Archiv hat das Format 11, dieses Programm liest 10."),
    "a version that is none": (told(version="1"), "Das Archiv hat das Format 1, dieses Programm liest 10."),
    "a version before the first": (told(version=0), "Das Archiv hat das Format 0, dieses Programm liest 10."),
    "a version that is true": (told(version=True), "Das Archiv hat das Format True, dieses Programm liest 10."),
    "unknown in the manifest": (told(run="me"), "Die Angabe „run“ ist nicht zu verstehen."),
    "of something else": (told(what="universe"), "Die Angabe „what“ ist nicht zu verstehen."),
    "wrong sum": (replaced(BY_NAME["entries"].part, b"Gast A", b"Gast X", False), "Die Prüfsumme stimmt nicht"),
    "another length": (replaced(BY_NAME["entries"].part, b"Gast A", b"G", False), "Der Teil ist länger oder kürzer"),
    "a part that is missing": (without(ROWS), "data/rows.jsonl: Dieser Teil fehlt."),
    "a part not in the manifest": (lambda parts: parts | {"files/" + "0" * 64 + ".jpg": b""}, "nicht die seines"),
    "a part twice in the manifest": (
        lambda parts: told(parts=[*json.loads(parts[MANIFEST])["parts"]] * 2)(parts),
        "Die Teile des Archivs sind nicht die seines Verzeichnisses.",
    ),
    "a part out of the folder": (with_part("../../etc/passwd", b""), "gehört in kein Archiv"),
    "an absolute part": (with_part("/etc/passwd", b""), "gehört in kein Archiv"),
    "a program": (with_part("files/x.php", b"<?php"), "gehört in kein Archiv"),
    "not in UTF-8": (with_part(BY_NAME["teams"].part, b'{"id":1,"name":"\xff"}\n'), "Die Zeile ist nicht zu lesen."),
    "no json": (with_part(BY_NAME["teams"].part, b"{\n"), "Die Zeile ist nicht zu lesen."),
    "deep json": (with_part(BY_NAME["teams"].part, b"[" * 100_000 + b"\n"), "Die Zeile ist nicht zu lesen."),
    "a huge number": (with_part(BY_NAME["teams"].part, b'{"id":' + b"1" * 5000 + b"}\n"), "Die Zeile ist nicht zu"),
    "not a number": (with_part(BY_NAME["teams"].part, b'{"id":NaN}\n'), "Die Zeile ist nicht zu lesen."),
    "a list for a record": (with_part(BY_NAME["teams"].part, b"[]\n"), "Die Zeile ist kein Datensatz."),
    "wrong numbering": (said("entries", 2, id=1), "Die Nummer (id) ist nicht die der Zeile."),
    "a field nobody knows": (said("entries", 1, admin=True), "data/entries.jsonl, Zeile 1: Das Feld „admin“ gibt es"),
    "a field that is missing": (changed("entries", lambda records: records[0].pop("name")), "„name“ fehlt"),
    "nothing where something must be": (said("entries", 1, name=None), "„name“ fehlt"),
    "text for a number": (said("entries", 1, start_number="1"), "„start_number“ kann diesen Wert nicht haben"),
    "truth for a number": (said("entries", 1, start_number=True), "„start_number“ kann diesen Wert nicht haben"),
    "a negative number": (said("entries", 1, start_number=-1), "„start_number“ kann diesen Wert nicht haben"),
    "a number too large": (said("entries", 1, start_number=10**30), "diesen Wert"),
    "a text too long": (said("entries", 1, name="x" * 131), "„name“ kann diesen Wert nicht haben"),
    "a zero in a text": (said("entries", 1, name="a\0b"), "Die Zeile ist nicht zu lesen."),
    "half a character": (said("entries", 1, name="\ud800"), "Die Zeile ist nicht zu lesen."),
    "a day that is none": (said("events", 1, date="2026-02-30"), "„date“ kann diesen Wert nicht haben"),
    "a time without a zone": (said("photos", 1, taken_at="2026-11-20T10:00:00"), "„taken_at“ kann diesen Wert nicht"),
    "an address with strokes": (said("events", 1, slug="../admin"), "„slug“"),
    "a state nobody knows": (said("sheets", 1, state="done"), "„state“ kann diesen Wert nicht haben"),
    "a foreign rule book": (
        said("events", 1, rulebook="bridge"),
        "nennt ein Regelwerk, das es hier nicht gibt: bridge",
    ),
    "a foreign agreement": (said("events", 1, agreements={"ramsch_limit": 1}), "kennt diese Vereinbarung nicht"),
    "an agreement that is none": (said("events", 1, agreements=[1]), "„agreements“ hat nicht die richtige Form"),
    "lots of a wrong shape": (said("events", 1, lots={"x": 1}), "„lots“ hat nicht die richtige Form"),
    "a seat nobody takes": (
        said("seats", 1, entry=99),
        "Den Datensatz 99 in data/entries.jsonl, auf den verwiesen wird",
    ),
    "a reference that is none": (said("seats", 1, entry=0), "„entry“ ist keine Nummer eines Datensatzes"),
    "a version of nothing": (said("entries_history", 1, of=10**9), "auf den verwiesen wird, gibt es nicht"),
    "two players on a seat": (said("seats", 2, number=1), "Die Angaben widersprechen sich"),
    "a list twice": (
        changed("sheets", lambda records: records.append(records[0] | {"id": 2})),
        "Die Angaben widersprechen sich",
    ),
    "a seat of another Serie than its table": (
        changed("seats", lambda records: [record.update(round=3 - record["round"]) for record in records]),
        "gehört nicht zu dem, worauf er verweist",
    ),
    "a result that is not that of the list": (
        said("results", 1, leistung=9999),
        "Preisskat, Serie 1, Tisch 1, Platz 1: im Archiv 9999, hier berechnet 74.",
    ),
    "a result of nobody": (changed("results", lambda records: records.pop()), "im Archiv –, hier berechnet"),
    "another counter": (said("results", 1, won=7), "Spielpunkte oder Zähler sind andere als im Archiv"),
    "a foot that says more": (said("feet", 1, spielpunkte=480), "im Archiv 74, hier berechnet 530"),
    "a list that cannot be reckoned": (said("sheets", 1, seats=6), "lässt sich nicht berechnen"),
    "a picture that is none": (picture_of(b"<svg onload='alert(1)'/>"), "Das Bild ist nicht zu lesen."),
    "a picture that is not there": (said("photos", 1, image="files/" + "0" * 64 + ".jpg"), "gibt es im Archiv nicht"),
    "a picture from elsewhere": (said("photos", 1, image="/etc/passwd"), "Das Bild gibt es im Archiv nicht"),
    "a picture that is a part": (said("photos", 1, image=ROWS), "Das Bild gibt es im Archiv nicht"),
    "two events": (
        changed("events", lambda records: records.append(records[0] | {"id": 2})),
        "Das Archiv sagt nicht, wessen Archiv es ist",
    ),
    "no club": (with_part(BY_NAME["clubs"].part, b""), "Das Archiv sagt nicht, wessen Archiv es ist"),
}


def rows_stored() -> dict[str, int]:
    return {kind.name: kind.model._base_manager.count() for kind in KINDS}


def pictures_in(media) -> list[str]:
    return sorted(path.name for path in media.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_whole(name, parts, media):
    make, sentence = HOSTILE[name]
    before = rows_stored(), pictures_in(media)
    with pytest.raises(ValidationError) as refused, transaction.atomic(), Unpacked(written(make(parts))) as archive:
        restore(archive)
    assert any(sentence in message for message in refused.value.messages), refused.value.messages
    assert (rows_stored(), pictures_in(media)) == before


def test_the_good_one_is_taken(parts):
    with Unpacked(written(summed(parts))) as archive:
        assert preview(archive).name == "Preisskat"
        restore(archive)


NEW_SINCE_9 = ["notices", "stray_deals", "signup_terms", "signup_terms_history", "signups", "start_rules"]
NEW_SINCE_9 += [
    each for name in ("team_terms", "club_registrations", "registered_teams") for each in (name, f"{name}_history")
]
NEW_SINCE_8 = ["year_sums", "year_sums_history", "calls", "promotions", "promotions_history", *NEW_SINCE_9]
NEW_SINCE_4 = [
    *("public_draws", "circuits", "circuits_history", "stops", "year_starts", "year_starts_history"),
    *NEW_SINCE_8,
]


def test_until_version_9_an_event_had_one_day(parts):
    def former(records: list[dict]) -> None:
        for record in records:
            del record["date"]

    for name in NEW_SINCE_9:
        parts = without(BY_NAME[name].part)(parts)
    with Unpacked(written(told(version=9)(changed("rounds", former)(parts)))) as archive:
        restore(archive)
    assert {round.date for round in Event.objects.get().rounds.all()} == {None}


@pytest.mark.parametrize(
    ("version", "unknown"), [(1, ["recorded_games", "former_seatings"]), (2, ["former_seatings"]), (4, [])]
)
def test_an_archive_of_an_earlier_version_is_taken(version, unknown, parts):
    """Version 1 knew nothing of games recorded on a server, version 2 nothing of former seats, 4 of public draws."""
    for name in [*unknown, *NEW_SINCE_4]:
        parts = without(BY_NAME[name].part)(parts)
    with Unpacked(written(told(version=version)(parts))) as archive:
        restore(archive)
    assert Event.objects.get().entries.count() == 8


def test_a_club_year_of_an_earlier_version_has_its_rule(year, play, tmp_path):
    """Until version 3 a year had one table, with a column for every number of its rule."""
    change_year(year, rules=[{"unit": "evening", "drop": 1, "span": "quarter", "best": 2}])
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    before = [(line.person.name, line.total.value) for line in year_table(season(fresh(year), None)).lines]
    columns = {
        "unit": "evening", "measure": "total", "projected": False, "best": 2, "drop": 1, "block": "quarter",
        "minimum": 0, "missing_as_zero": False, "credit": 0, "credits": 0,
    }  # fmt: skip

    def former(records: list[dict]) -> None:
        for record in records:
            if record.pop("rules") == [{}]:
                record.update(columns, unit="list", drop=0, block="whole", best=None)
            else:
                record.update(columns)

    take_out(scope_of_club(year.club), tmp_path / "club.zip")
    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for kind in ("club_years", "club_years_history"):
        parts = changed(kind, former)(parts)
    for name in NEW_SINCE_4:
        parts = without(BY_NAME[name].part)(parts)
    empty_the_database()
    with Unpacked(written(told(version=3)(parts))) as archive:
        restore(archive)
    again = ClubYear.objects.get()
    assert again.rules == [{"unit": "evening", "drop": 1, "span": "quarter", "best": 2}]
    assert again.history.order_by("history_id").first().rules == [{}]
    assert [(line.person.name, line.total.value) for line in year_table(season(fresh(again), None)).lines] == before


def test_a_year_that_was_taken_over_is_a_year_like_any_other(year, leiterin, tmp_path):
    """Until version 8 such years and their lines were kinds of their own."""
    set_start(year, add_player(year.club, first_name="Anna", last_name="Ärmel").player, 5, "Pokal")
    take_out(scope_of_club(year.club), tmp_path / "club.zip")
    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name in NEW_SINCE_8:
        parts = without(BY_NAME[name].part)(parts)
    past = {"club": 1, "name": "2019", "slug": "frueher-2019", "first_day": "2019-01-01", "last_day": "2019-12-31"}
    past |= {"id": 1, "public": True, "at": "2025-02-03T04:05:06.000000Z", "by": None, "version": 3}
    line = {"year": 1, "player": None, "average": None, "evenings": None, "lists": 40, "won": None, "lost": None}
    lines = [
        line | {"id": 1, "player": 1, "name": "Anna Ärmel", "place": 1, "points": 900, "average": 450500},
        line | {"id": 2, "name": "Rosa Lang", "place": 2, "points": 950},
    ]
    parts["data/past_years.jsonl"] = json.dumps(past).encode() + b"\n"
    parts["data/past_results.jsonl"] = b"".join(json.dumps(each).encode() + b"\n" for each in lines)
    empty_the_database()
    with Unpacked(written(told(version=8)(summed(parts)))) as archive:
        restore(archive)
    again = ClubYear.objects.get(slug="frueher-2019")
    assert (again.state, again.rules) == ("final", [{"worth": "published", "measure": "average"}])
    assert again.history.get().history_date.isoformat() == "2025-02-03T04:05:06+00:00"
    found = [
        (line.place, line.name, line.total.value, line.total.lists) for line in year_table(season(again, None)).lines
    ]
    assert found == [(1, "Anna Ärmel", Fraction(901, 2), 40), (2, "Rosa Lang", 950, 40)]
    with Unpacked(written(told(version=8)(summed(parts)))) as archive:
        assert [sentence.split(": ")[1] for sentence in sentences(here_already(archive))] == ["Clubjahre (2)"]


def test_an_archive_holds_nothing_that_its_version_does_not_know(parts):
    with pytest.raises(ValidationError, match=r"notices\.jsonl: Ein Teil dieses Namens gehört in kein Archiv"):
        Unpacked(written(told(version=2)(parts)))


@pytest.mark.parametrize("circle", [(1, 1), (2, 1), (2, 3, 1)])
def test_players_do_not_go_round_in_a_circle(circle, parts):
    player = {
        "first_name": "A", "last_name": "B", "birth_year": None, "gender": "", "category": "",
        "federation_number": "", "publication": "full", "pseudonym": "",
    }  # fmt: skip

    def merge(records):
        count = max(circle)
        records += [{"id": number, **player, "merged_into": circle[number - 1]} for number in range(1, count + 1)]
        if len(circle) == 2 and circle == (1, 1):
            del records[1:]

    with (
        pytest.raises(ValidationError, match="Die Verweise gehen im Kreis"),
        Unpacked(written(changed("players", merge)(parts))) as archive,
    ):
        restore(archive)


@pytest.mark.parametrize("content", [b"", b"PK", b"\0" * 1000, b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_archive_at_all(content):
    with pytest.raises(ValidationError, match=r"Das ist kein (lesbares Archiv|Archiv von Skatliga)"):
        Unpacked(io.BytesIO(content))


def test_a_damaged_file_is_refused_wherever_it_is_damaged(parts):
    whole, refused = written(parts).getvalue(), 0
    places = range(0, len(whole), len(whole) // 150)
    with Unpacked(io.BytesIO(whole)) as archive:
        expected = preview(archive)
    for place in places:
        with pytest.raises(ValidationError), Unpacked(io.BytesIO(whole[:place])) as archive:
            preview(archive)
        try:
            with Unpacked(io.BytesIO(whole[:place] + b"\xff\x00" + whole[place + 2 :])) as archive:
                assert preview(archive) == expected  # what was hit says nothing, as the time in a folder of it
        except ValidationError:
            refused += 1
    assert refused > len(places) // 2


def test_a_bomb_is_not_unpacked(parts, monkeypatch):
    monkeypatch.setattr(archive_file, "MOST_IN_ALL", 50_000)
    with pytest.raises(ValidationError, match="Das Archiv wird ausgepackt zu groß"):
        Unpacked(written(with_part(BY_NAME["teams"].part, b" " * 60_000)(parts)))


def test_a_part_that_is_longer_than_it_says_is_not_read_to_its_end(parts):
    """The directory of the archive and its manifest both say ten bytes; a megabyte would come out."""
    lying = summed(parts | {ROWS: b"x" * 10})
    whole = bytearray(written(lying | {ROWS: b"\n" * 2**20}).getvalue())
    place = whole.rindex(ROWS.encode()) - 46  # its entry in the directory of the archive
    assert whole[place : place + 4] == b"PK\x01\x02"
    whole[place + 24 : place + 28] = struct.pack("<I", 10)
    with pytest.raises(ValidationError, match=ROWS):
        Unpacked(io.BytesIO(bytes(whole)))


def test_a_line_that_does_not_end_is_not_read_to_its_end(parts, monkeypatch):
    monkeypatch.setattr(archive_file, "MOST_IN_A_LINE", 1000)
    archive = Unpacked(written(with_part(BY_NAME["teams"].part, b"[" * 5000)(parts)))
    with archive, pytest.raises(ValidationError, match="Die Zeile ist zu lang"):
        restore(archive)


def test_an_encrypted_archive_is_refused(parts):
    whole = bytearray(written(parts).getvalue())
    for name, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = -1
        while (place := whole.find(name, place + 1)) >= 0:
            whole[place + flags] |= 1
    with pytest.raises(ValidationError, match=r"nicht zu lesen|beschädigt"):
        Unpacked(io.BytesIO(bytes(whole)))
