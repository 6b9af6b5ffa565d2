"""The pages on which photographs are uploaded, compared with what was read, and taken over.

What the reader says of a photograph is put in its place, so that no picture has to be read here.
"""

import json
from io import BytesIO
from struct import pack
from zlib import crc32

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from skatliga.events.models import Table
from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.models import Row, Sheet
from skatliga.lists.paper_codes import sheet_code_path, table_code_path
from skatliga.lists.services import open_sheet
from skatliga.reading.comparison import ToldParts, compared
from skatliga.reading.photo_job import MOST_PHOTOS, ReadingJob


@pytest.fixture
def table(event, settings, tmp_path, ordered):
    settings.MEDIA_ROOT = tmp_path / "media"
    enter_guests(event, [(f"Gast {letter}", "") for letter in "ABCDEFGH"])
    round = event.rounds.get(number=1)
    seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    return Table.objects.select_related("round__event").get(round=round, number=1)


def photograph(name="liste.jpg"):
    drawn = BytesIO()
    Image.new("L", (60, 80), 200).save(drawn, "JPEG")
    return SimpleUploadedFile(name, drawn.getvalue(), "image/jpeg")


def row(nr, seat, score, total, look=False):
    """A row of an answer."""
    return {
        "row": nr,
        "state": "played" if seat else "passed",
        "declarer": seat or None,
        "score": score if seat else None,
        "total": total,
        "won": None,
        "lost": None,
        "deal": None,
        "confidence": 1.0,
        "look": look,
        "why": ["uncertain"] if look else [],
        "corrected": [],
        "candidates": [],
    }


def say(job, number, code, rows, problems=()):
    """Put in its place what the reader would say."""
    feet = [
        {
            "seat": seat,
            "points": points,
            "won": won,
            "lost": lost,
            "own": 0,
            "others": 0,
            "result": result,
            "look": False,
        }
        for seat, points, won, lost, result in (
            (1, 0, 0, 0, 30),
            (2, 24, 1, 0, 104),
            (3, -40, 0, 1, -90),
            (4, 0, 0, 0, 30),
        )
    ]
    strips = {str(nr): [0, 10 * nr, 12] for nr in range(1, 49)}
    places = {"size": [60, 80], "right": 50, "rows": strips, "foot": [0, 60, 10], "cells": {}}
    sheet = {"form": "skatliga", "layout": 1, "page": 1, "code": code, "seats": 4, "deals": 48, "corners": []}
    said = {
        "photo": str(number),
        "sheet": sheet,
        "problems": list(problems),
        "rows": rows,
        "foot": feet if rows else [],
    }
    job.file(number, "json").write_text(json.dumps(said | {"places": places, "cells": [], "look": []}))
    Image.new("L", (60, 80), 200).save(job.file(number, "jpg"))


ROWS = [row(1, 2, 24, 24), row(2, 3, -40, -40), row(3, 0, None, None)]


def upload(client, address, *photos):
    """The job that an upload begins."""
    answer = client.post(address, {"fotos": list(photos)})
    return ReadingJob.find(answer.url.strip("/").split("/")[-1])


def test_a_list_is_taken_over_with_its_history_and_its_photograph(table, schreiber, sign_in, ordered):
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    [work] = ordered
    work.run()
    assert [problem["code"] for problem in job.answer(0)["problems"]] == ["no_sheet"]
    assert "liste.jpg" in client.get(reverse("reading:job", args=[job.id])).content.decode()
    say(job, 0, f"HTTPS://X.ORG{sheet_code_path(sheet.pk)}-1", ROWS)
    page = client.get(reverse("reading:review", args=[job.id, 0])).content.decode()
    assert 'name="wert-2" value="-40"' in page and "Übernehmen" in page
    assert Row.objects.count() == 0
    taken = client.post(reverse("reading:review", args=[job.id, 0]), {"uebernehmen": "1"})
    assert taken.url == reverse("lists:entry", args=[sheet.pk])
    rows = list(sheet.rows.values_list("nr", "declarer", "score", "deal"))
    assert rows == [(1, 2, 24, None), (2, 3, -40, None), (3, 0, None, {"game": "eingepasst"})]
    assert {each.history_change_reason for each in Row.history.all()} == {
        f"vom Foto gelesen, geprüft von {schreiber.name}"
    }
    assert sheet.feet.count() == 4 and sheet.photos.count() == 1
    assert not list(job.folder.glob("0.*"))


def test_what_is_doubtful_must_be_seen_before_it_is_taken_over(table, schreiber, sign_in):
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    say(job, 0, "", [row(1, 2, 24, 24, look=True)])
    address = reverse("reading:review", args=[job.id, 0])
    assert "noch Zeilen gelb" in client.post(address, {"uebernehmen": "1"}).content.decode()
    assert Row.objects.count() == 0
    client.post(address, {"uebernehmen": "1", "gesehen": "1"})
    assert list(sheet.rows.values_list("declarer", "score")) == [(2, 24)]


def test_what_a_person_has_said_of_a_row_need_not_be_looked_at(table, schreiber, sign_in):
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    say(job, 0, "", [row(1, 2, 24, 24, look=True)])
    np.savez_compressed(job.file(0, "npz"))
    found = compared(job, 0, job.answer(0), ToldParts({1: (3, 48)}, {}))
    said = found.rows_said[0]
    assert (said["declarer"], said["score"], said["look"], said["why"]) == (3, 48, False, [])


def test_what_a_person_says_of_rows_and_feet_is_taken_over_as_he_said_it(table, schreiber, sign_in):
    """A picture on which nothing can be seen: row 3 is no deal, Platz 1 has a result of 29 on paper instead of 30."""
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    say(job, 0, "", [row(nr, 2, 18, 18 * nr, look=True) for nr in range(1, 49)])
    np.savez_compressed(job.file(0, "npz"))
    told = {"platz-1": "2", "wert-1": "24", "platz-2": "3", "wert-2": "−40", "platz-3": ""}
    feet = {1: ("", "", "", "29"), 2: ("24", "1", "0", "104"), 3: ("−40", "0", "1", "-90"), 4: ("0", "0", "0", "30")}
    for seat, figures in feet.items():
        told |= zip((f"fuss-{seat}-{name}" for name in ("points", "won", "lost", "result")), figures, strict=True)
    told |= {"gesagt": ["1", "2", "3", "99", "fuss-1", "fuss-2", "fuss-3", "fuss-4", "fuss-9"]}
    address = reverse("reading:review", args=[job.id, 0])
    page = client.post(address, told).content.decode()
    assert "Alles ist sicher gelesen oder bestätigt." in page and page.count(" checked") == 7
    assert 'name="fuss-1-result" value="29"' in page and 'name="fuss-1-points" value=""' in page
    client.post(address, told | {"fuss-1-points": "0", "fuss-1-won": "0", "fuss-1-lost": "0", "uebernehmen": "1"})
    assert list(sheet.rows.values_list("declarer", "score")) == [(2, 24), (3, -40)]
    stored = list(sheet.feet.order_by("seat").values_list("spielpunkte", "won", "lost", "gesamt"))
    assert stored == [(0, 0, 0, 29), (24, 1, 0, 104), (-40, 0, 1, -90), (0, 0, 0, 30)]


def test_photographs_of_a_serie_sort_themselves_by_their_codes(table, schreiber, sign_in):
    """One with the code of a list, one with that of a table without a list, one of another list, one without a code."""
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    other = Table.objects.get(round=table.round, number=2)
    photos = [photograph(f"{letter}.jpg") for letter in "abcd"]
    job = upload(client, reverse("reading:of_round", args=[table.round.event.slug, 1]), *photos)
    say(job, 0, f"HTTPS://X.ORG{sheet_code_path(sheet.pk)}-1", ROWS)
    say(job, 1, f"HTTPS://X.ORG{table_code_path(other)}-1", ROWS)
    say(job, 2, "HTTPS://X.ORG/B/0000ZZZZ-1", ROWS)
    say(job, 3, "", ROWS)
    page = client.get(reverse("reading:job", args=[job.id])).content.decode()
    assert "<td>Tisch 1</td>" in page and "<td>Tisch 2</td>" in page
    assert page.count("gehört zu keiner Liste dieser Serie") == 1 and page.count("kein Code zu lesen") == 1
    client.post(reverse("reading:review", args=[job.id, 1]), {"uebernehmen": "1"})
    assert Sheet.objects.get(table=other).rows.count() == 3


def test_the_photograph_of_another_list_is_not_taken_over(table, schreiber, sign_in):
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    other = Table.objects.get(round=table.round, number=2)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    say(job, 0, f"HTTPS://X.ORG{table_code_path(other)}-1", ROWS)
    assert "eine andere Liste" in client.get(reverse("reading:job", args=[job.id])).content.decode()
    client.post(reverse("reading:review", args=[job.id, 0]), {"uebernehmen": "1"})
    assert Row.objects.count() == 0


def huge(side):
    """A picture whose head says that it has so many pixels; none of them is drawn, since none may be looked at."""
    drawn = BytesIO()
    Image.new("1", (1, 1)).save(drawn, "PNG")
    picture = bytearray(drawn.getvalue())
    picture[16:24] = pack(">II", side, side)
    picture[29:33] = pack(">I", crc32(picture[12:29]))
    return bytes(picture)


REFUSED = {
    "text.jpg": (b"keine Liste", "Das ist kein lesbares Bild; bitte ein Foto als JPEG, PNG oder WebP wählen."),
    "leer.jpg": (b"", "Das ist kein lesbares Bild; bitte ein Foto als JPEG, PNG oder WebP wählen."),
    "liste.pdf": (b"%PDF-1.7\n", "Das ist ein PDF; bitte das Blatt fotografieren und das Foto wählen."),
    "IMG_1.HEIC": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "bitte als JPEG senden."),
    "100.png": (huge(10_000), "Das Bild hat mehr als 50 Millionen Bildpunkte; bitte kleiner aufnehmen."),
    "200.png": (huge(14_200), "Das Bild hat mehr als 50 Millionen Bildpunkte; bitte kleiner aufnehmen."),
}


def test_what_is_no_photograph_is_refused_with_a_sentence_and_not_kept(table, schreiber, sign_in):
    client = sign_in(schreiber)
    address = reverse("reading:of_list", args=[open_sheet(table, schreiber).pk])
    files = [SimpleUploadedFile(name, data, "image/jpeg") for name, (data, _said) in REFUSED.items()]
    page = client.post(address, {"fotos": files}, follow=True)
    said = [str(message) for message in page.context["messages"]]
    assert [message.partition(": ")[0] for message in said] == [*REFUSED]
    assert all(wanted in message for message, (_data, wanted) in zip(said, REFUSED.values(), strict=True))
    many = [photograph(f"{nr}.jpg") for nr in range(MOST_PHOTOS + 1)]
    assert "in kleineren Stapeln" in client.post(address, {"fotos": many}, follow=True).content.decode()
    assert ReadingJob.kept() == []


def test_what_is_wrong_with_a_photograph_is_said_in_the_language_of_who_looks(table, schreiber, sign_in):
    sheet, client = open_sheet(table, schreiber), sign_in(schreiber)
    job = upload(client, reverse("reading:of_list", args=[sheet.pk]), photograph())
    say(job, 0, "", [], [{"code": "blurred", "message": "wie es der Leser sagt"}])
    for language, said in (("de", "Bitte ruhig halten"), ("en", "Please hold still")):
        client.cookies["django_language"] = language
        page = client.get(reverse("reading:job", args=[job.id])).content.decode()
        assert said in page and "wie es der Leser sagt" not in page


def test_a_job_belongs_to_who_ordered_it(table, schreiber, leiterin, sign_in):
    sheet = open_sheet(table, schreiber)
    job = upload(sign_in(schreiber), reverse("reading:of_list", args=[sheet.pk]), photograph())
    assert sign_in(leiterin).get(reverse("reading:job", args=[job.id])).status_code == 404
