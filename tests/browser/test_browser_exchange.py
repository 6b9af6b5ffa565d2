"""Old data brought in, and a person's data told and deleted: as an administrator does it, accessible at every width."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.wertung.presets import TableRule
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads.member_import import LAYOUT
from skatliga.exchange.uploads.upload_steps import carry_out, choose_columns, keep
from skatliga.people.models import Membership
from skatliga.years.models import YearSum
from skatliga.years.past_years import take_over

FILE = (
    "Mitgliederliste 2026\nMitgl.-Nr.;Vorname;Nachname;Geb.jahr;Bemerkung\n"
    ";Cora;Çelik;1961;Kassenwartin seit langer Zeit\n;Rosa;Lang;alt;\n7;Hans-Joachim;Hübner-Schwarzenberger;1951;\n"
)


def test_players_come_from_a_file(live_server, page, sign_in, admin, club):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("people:register", args=[club.slug]))
    page.get_by_role("link", name="Spieler aus Datei übernehmen").click()
    page.get_by_label("Datei (CSV, XLSX oder ODS)").set_input_files(
        {"name": "mitglieder.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    )
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_label("Feld für Spalte A: Mitgl.-Nr.")).to_have_value("mitgliedsnummer")
    page.get_by_role("button", name="Ansehen, was daraus wird").click()
    page.get_by_label("Zeile 3, Cora Çelik: wer ist das?").select_option("new")
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.get_by_text("2 Zeilen neu, 1 bleibt draußen.")).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text("„alt“ ist kein Geburtsjahr.")
    assert Membership.objects.filter(club=club, player__last_name="Çelik").count() == 2


@pytest.fixture
def addresses(club, admin) -> dict[str, str]:
    """Every page, with a file in every step and a year taken over."""
    columns = ["mitgliedsnummer", "vorname", "nachname", "geburtsjahr", ""]
    done = keep(admin, Upload.Kind.PLAYERS, club, "mitglieder.csv", FILE.encode())
    choose_columns(done, LAYOUT, columns)
    carry_out(done, {}, admin)
    waiting = Upload.objects.create(
        user=admin, kind="players", club=club, name="mitglieder.csv", content=FILE.encode(), columns=columns
    )
    days = (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    results = [
        YearSum(name="Hans-Joachim Hübner-Schwarzenberger", place=1, gesamt=71_234, evenings=40, lists=80, won=5),
        YearSum(name="Rosa Lang", place=2, gesamt=-120, evenings=1, lists=2, won=0),
    ]
    year = take_over(club, "Vereinsmeisterschaft 2019", days, TableRule(), results, admin)
    line = year.sums.first()
    player = Membership.objects.get(player__last_name="Çelik").player_id
    return {
        "players": reverse("exchange:players", args=[club.slug]),
        "past-year": reverse("exchange:past_year", args=[club.slug]),
        "columns": reverse("exchange:columns", args=[waiting.pk]),
        "preview": reverse("exchange:preview", args=[waiting.pk]),
        "report": reverse("exchange:report", args=[done.pk]),
        "person": reverse("exchange:person", args=[player]),
        "erase": reverse("exchange:erase_person", args=[player]),
        "taken-over": year.get_absolute_url(),
        "account": reverse("years:player", args=[year.slug, f"s{line.pk}"]),
        "sums": reverse("years:sums", args=[year.slug]),
        "change-sum": reverse("years:change_sum", args=[year.slug, line.pk]),
        "remove-sum": reverse("years:remove_sum", args=[year.slug, line.pk]),
        "remove": reverse("years:remove_year", args=[year.slug]),
    }


def test_pages_are_accessible_and_fit(see_pages, admin, addresses):
    see_pages(addresses, "exchange", admin)
