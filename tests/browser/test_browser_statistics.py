"""Statistics: every page and every picture accessible and within its width, in light and in dark."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.played import play_evening

from skatliga.lists.models import Sheet
from skatliga.people import services
from skatliga.people.models import Player
from skatliga.statistics.models import RatedPlayer
from skatliga.statistics.strengths import agree, rate_players

NAMES = "Dora Demant,Emil Engel,Fritz Forstmann-Leutheusser,Gerda Groß,Hans Hartwig".split(",")


@pytest.fixture
def events(club, admin):
    """Two evenings of eight, with every deal."""
    for name in NAMES:
        first, last = name.split()
        services.add_player(club, first_name=first, last_name=last)
    players = list(Player.objects.order_by("pk"))
    days = (datetime.date(2025, 12, 5), datetime.date(2026, 1, 9))
    return [play_evening(club, players, day, str(day), admin, deals=12)[0] for day in days]


def test_pages_are_accessible_and_fit(live_server, open_page, sign_in, look, admin, club, events):
    anna, bert = Player.objects.get(first_name="Anna"), Player.objects.get(first_name="Bert")
    pages = {
        "club": reverse("statistics:club", args=[club.slug]),
        "strength": reverse("statistics:strength", args=[club.slug]),
        "event": reverse("statistics:event", args=[events[0].slug]),
        "player": reverse("statistics:player", args=[anna.pk]),
        "meetings": reverse("statistics:meetings", args=[anna.pk, bert.pk]),
        "list": reverse("lists:sheet", args=[Sheet.objects.first().pk]),
        "ranking": reverse("standings:ranking", args=[events[0].slug]),
    }
    page = open_page(360)
    sign_in(page, admin)
    for name, address in pages.items():
        assert page.goto(live_server.url + address).status == 200, name
        for summary in page.locator("figure summary").all():
            summary.click()
        look(page, f"statistics-{name}")


WIDE_NAME = "WILHELMINA-MAXIMILIANE", "MÜHLMANN-WOLKOWITSCH-DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT"
OUTSIDE = """() => [...document.querySelectorAll("figure .plot")].flatMap((picture) => {
    const frame = picture.getBoundingClientRect();
    return [...picture.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1;
    }).map((text) => text.textContent);
})"""


def test_wide_names_stay_in_their_place_on_a_phone(live_server, open_page, club, events):
    rate_players(club, True)
    one, other = Player.objects.order_by("pk")[:2]
    for player in (one, other):
        player.first_name, player.last_name = WIDE_NAME
        player.save()
        RatedPlayer.objects.create(player=player, mean=82, deviation=21, lists=164)
        agree(player)
    page = open_page(360)
    for address in (
        reverse("statistics:club", args=[club.slug]),
        reverse("statistics:strength", args=[club.slug]),
        reverse("statistics:ranking"),
        reverse("statistics:player", args=[one.pk]),
        reverse("statistics:meetings", args=[one.pk, other.pk]),
    ):
        page.goto(live_server.url + address)
        assert "WILHELMINA" in page.content()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, address
        assert page.evaluate(OUTSIDE) == [], address
        # Whoever reads a table of names has its figures beside them without moving it sideways.
        hidden = "() => [...document.querySelectorAll('.table-container')].filter((t) => t.scrollWidth > t.clientWidth)"
        assert page.evaluate(f"({hidden})().filter((t) => !t.closest('figure')).length") == 0, address


def test_a_picture_has_a_name_and_shows_its_figures_without_scripts(chromium, live_server, club, events):
    context = chromium.new_context(java_script_enabled=False, locale="de-DE", viewport={"width": 360, "height": 700})
    page = context.new_page()
    page.goto(live_server.url + reverse("statistics:club", args=[club.slug]))
    picture = page.get_by_role("img", name="Welche Spiele gespielt werden")
    expect(picture).to_be_visible()
    figure = page.locator("figure", has=picture)
    expect(figure.get_by_role("row", name="Grand")).to_be_hidden()
    figure.get_by_text("Die Zahlen dazu").click()
    expect(figure.get_by_role("row", name="Grand")).to_be_visible()
    context.close()
