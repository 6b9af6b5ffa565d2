"""Certificates: an organiser's words with fixed placeholders, a picture, two signatures."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from skatliga.events.models import Entry, Table
from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.models import Sheet
from skatliga.lists.services import open_sheet
from skatliga.printing.certificates import (
    TextLine,
    certificate_form,
    certificates,
    picture_of,
    save_form,
    set_on_page,
    specimen,
)
from skatliga.printing.document_types import certificates_pdf
from skatliga.printing.models import CertificateForm
from web.replayed import world
from web.test_printing import AT_FOUR, about, fill, read, words_of

FORM = {
    "title": "Urkunde für Platz {platz}",
    "text": "{name}\n{verein}\n\n{veranstaltung}, {datum}: {punkte} Punkte, {platz}. Platz",
    "places": "2",
    "first_signature": "Ada, Spielleiterin",
    "second_signature": "Bert, Vorsitzender",
}


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
@world
def ranked(event, schreiber):
    """Albers 200, Ärmel 104, Conrad 30, Decker -130 (SkWO 6.3.1); Ärmel has no club."""
    names = [("Anton Albers", "Grand Hand"), ("Anna Ärmel", ""), ("Cäsar Conrad", "x"), ("Ole Decker", "x")]
    enter_guests(event, names)
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    sheet = fill(open_sheet(Table.objects.get(round__event=event), schreiber), AT_FOUR)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.ENTERED)
    return event


def picture(format="PNG", mode="RGB", size=(40, 30)):
    drawn = BytesIO()
    Image.new(mode, size, "red").save(drawn, format)
    return SimpleUploadedFile(f"picture.{format.lower()}", drawn.getvalue())


def form_of(event, **fields):
    return CertificateForm(event=event, **{**FORM, "places": 2} | fields)


def test_everybody_up_to_the_last_place_gets_one(ranked):
    first, second = certificates(form_of(ranked), None)
    assert first.title == "Urkunde für Platz 1"
    assert first.lines == (
        TextLine("name", "Anton Albers"),
        TextLine("", "Grand Hand"),
        TextLine("gap", ""),
        TextLine("place", "Clubabend, 20. November 2026: 200 Punkte, 1. Platz"),
    )
    assert [line.text for line in second.lines] == [
        "Anna Ärmel",
        "",
        "Clubabend, 20. November 2026: 104 Punkte, 2. Platz",
    ]


def test_a_placeholder_in_a_name_stays_what_it_is(ranked):
    Entry.objects.filter(start_number=1).update(name="{punkte} {0} %s {{x}}")
    [certificate, _second] = certificates(form_of(ranked), None)
    assert certificate.lines[0].text == "{punkte} {0} %s {{x}}"


def test_what_is_no_placeholder_stays(event):
    assert specimen(form_of(event, title="{x} {name!r} {{ event }} {NAME}")).title == "{x} {name!r} {{ event }} {NAME}"


def test_the_proposal_uses_all_placeholders(event):
    words = " ".join(line.text for line in specimen(certificate_form(event)).lines)
    assert words == (
        "Vorname Name Verein  belegt bei der Veranstaltung Clubabend am 20. November 2026"
        "  mit 2345 Punkten den 1. Platz."
    )


def test_an_organiser_writes_looks_and_prints(ranked, leiterin, sign_in, media, tmp_path):
    browser = sign_in(leiterin)
    page = reverse("printing:certificate_form", args=[ranked.slug])
    assert "Urkunden drucken" in browser.get(page).content.decode()  # as they are proposed
    assert browser.post(page, FORM | {"upload": picture("JPEG")}).url == page
    assert "Urkunden drucken" in browser.get(page).content.decode()
    stored = CertificateForm.objects.get()
    assert (stored.title, stored.places, stored.picture.name.startswith("certificates/")) == (FORM["title"], 2, True)
    sample = browser.get(reverse("printing:certificate_specimen", args=[ranked.slug]))
    assert about(sample.content, tmp_path)["Pages"] == "1"
    printed = browser.get(reverse("printing:certificates", args=[ranked.slug])).content
    assert about(printed, tmp_path)["Pages"] == "2"
    lines = [" ".join(line) for line in read(printed)]
    assert lines.count("Ada, Spielleiterin Bert, Vorsitzender") == 2
    assert "Anton Albers" in lines and "Anna Ärmel" in lines


LONG = "Maximiliane-Alexandra von Hohenfels-Hohenstein zu Württemberg"


@pytest.mark.parametrize("has_picture", [False, True])
def test_however_long_the_words_are_all_of_them_stand_on_one_page(ranked, media, tmp_path, has_picture):
    Entry.objects.filter(start_number=1).update(name=LONG, club_name="Skatfreunde Grand Hand Gera-Untermhaus " * 2)
    text = "{name}\n{verein}\n\n" + "Die Spielleitung dankt allen, die mitgespielt haben. " * 13
    form = form_of(ranked, title="Urkunde der Stadtmeisterschaft im Skat für Platz {platz}", text=text, places=1)
    if has_picture:
        save_form(form, picture(size=(400, 400)))
    printed = certificates_pdf(form, certificates(form, None), "Urkunden")
    assert about(printed, tmp_path)["Pages"] == "1"
    above = {word: bottom for word, bottom in words_on(printed, tmp_path) if word not in SIGNATURES}
    below = [bottom for word, bottom in words_on(printed, tmp_path) if word in SIGNATURES]
    expected = f"{form.title} {LONG} {text}".replace("{platz}", "1").replace("{name}\n{verein}", "Skatfreunde Grand")
    said = set(re.findall(r"\w+", " ".join(above)))
    assert set(re.findall(r"\w+", expected)) - said == set()
    assert len(below) == 4
    assert max(above.values()) < min(below) - 12  # points: the lines to sign on stand between


SIGNATURES = ("Ada,", "Spielleiterin", "Bert,", "Vorsitzender")


def words_on(pdf, folder):
    """Every word of the first page, and how far down it reaches."""
    return [(word[0], word[4]) for word in words_of(pdf, folder)[0]]


def test_short_words_have_the_sizes_of_the_page(ranked):
    sizes = {line.kind: line.points for line in set_on_page(certificates(form_of(ranked), None)[0], has_picture=True)}
    assert (sizes["title"], sizes["name"], sizes["place"], sizes[""]) == (46, 28, 24, 16)


def test_markup_is_printed_as_text(ranked, leiterin, sign_in, media, monkeypatch):
    monkeypatch.setattr("skatliga.printing.pdf.to_pdf", str.encode)
    save_form(form_of(ranked, text="<img src=x> {name}", title="<b>{name}</b>"), None)
    page = sign_in(leiterin).get(reverse("printing:certificates", args=[ranked.slug])).content.decode()
    assert "&lt;img src=x&gt; Anton Albers" in page and "&lt;b&gt;Anton" in page


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP"])
def test_the_picture_is_drawn_anew(event, media, format):
    form = save_form(form_of(event), picture(format, size=(3200, 200)))
    with Image.open(form.picture) as kept:
        assert (kept.format, kept.size) == ("PNG", (1600, 100))
    assert picture_of(form).startswith("data:image/png;base64,")


@pytest.mark.parametrize(
    "content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>"]
)
def test_what_is_no_picture_is_refused(event, leiterin, sign_in, media, content):
    page = reverse("printing:certificate_form", args=[event.slug])
    answer = sign_in(leiterin).post(page, FORM | {"upload": SimpleUploadedFile("x.png", content)})
    assert answer.status_code == 200
    assert answer.context["form"].errors["upload"]
    assert not CertificateForm.objects.exists()


def test_a_picture_can_be_taken_away(event, leiterin, sign_in, media):
    save_form(form_of(event), picture())
    page = reverse("printing:certificate_form", args=[event.slug])
    browser = sign_in(leiterin)
    browser.post(page, FORM)
    assert CertificateForm.objects.get().picture
    browser.post(page, FORM | {"without_picture": "on"})
    assert not CertificateForm.objects.get().picture


@pytest.mark.parametrize("lists", [1, 3])
def test_queries_of_certificates(event, schreiber, leiterin, sign_in, django_assert_num_queries, monkeypatch, lists):
    monkeypatch.setattr("skatliga.printing.pdf.to_pdf", str.encode)
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * lists + 1)])
    seat_round(event.rounds.get(number=1), {n: list(range(4 * n - 3, 4 * n + 1)) for n in range(1, lists + 1)})
    for table in Table.objects.filter(round__event=event):
        Sheet.objects.filter(pk=fill(open_sheet(table, schreiber), AT_FOUR).pk).update(state=Sheet.State.ENTERED)
    browser = sign_in(leiterin)
    with django_assert_num_queries(12):
        browser.get(reverse("printing:certificates", args=[event.slug]))
    with django_assert_num_queries(5):
        browser.get(reverse("printing:certificate_form", args=[event.slug]))
