"""The desk at which lists are entered, as its pages send things; and what they say, as a reader sees it."""

import re
from html import unescape
from uuid import uuid4

from django.urls import reverse
from django.utils.html import strip_tags

from scoring.deal_json import deal_fields
from scoring.notation import parse
from scoring.rulebooks import BOOKS
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.services import Change, append_row
from skatliga.people.models import User
from web.replayed import world

# A round at four: Kreuz mit 1, Grand Hand mit 3, Herz ohne 2 Schneider lost, passed in.
ROUND = ("221+", "143.+", "402/-", "0")
# Points, won, lost, and with 50 for an own game and 30 for a lost one of the others (SkWO 6.3.1).
AFTER_ROUND = [(1, 120, 1, 0, 200), (2, 24, 1, 0, 104), (3, 0, 0, 0, 30), (4, -80, 0, 1, -130)]


def address(sheet, name, *args):
    return reverse(f"lists:{name}", args=[sheet.pk, *args])


def send(browser, sheet, name, /, *args, htmx=False, **data):
    """Send a form of a page that shows the list as it is now; fields with a hyphen are written with two underscores."""
    sheet.refresh_from_db()
    fields = {key.replace("__", "-"): value for key, value in data.items()}
    headers = {"HX-Request": "true"} if htmx else {}
    sent = {"revision": sheet.revision, "key": uuid4(), **fields}
    return browser.post(address(sheet, name, *args), sent, headers=headers)


def read(browser, sheet, name, /, *args, **query):
    return browser.get(address(sheet, name, *args), query)


def type_in(browser, sheet, *texts):
    for text in texts:
        assert send(browser, sheet, "entry", art="kurz", text=text, htmx=True).status_code == 200
    sheet.refresh_from_db()


@world
def write_down(sheet: Sheet, *texts: str) -> None:
    """The same rows, stored as the page would: for tests of what comes after."""
    user, book = User.objects.get(username="schreiber"), BOOKS["isko-2022"]
    for text in texts:
        typed = parse(text, book)
        append_row(sheet.pk, Entered(declarer=typed.seat, deal=deal_fields(typed.deal)), Change(sheet.revision, user))
        sheet.refresh_from_db()


def move(browser, sheet, *states, reason=""):
    """Press the buttons of these states one after the other; what was told in the end."""
    for state in states:
        response = send(browser, sheet, "move", stand=state, reason=reason)
    sheet.refresh_from_db()
    return told(browser, response)


def told(browser, response):
    """The sentences on the page to which a form leads."""
    return [str(message) for message in browser.get(response.url).context["messages"]]


def refused(response):
    """The sentences with which something was refused, on the page itself."""
    found = re.findall(
        r'<li class="error">(.*?)</li>|<ul class="errorlist[^>]*>(.*?)</ul>', response.content.decode(), re.DOTALL
    )
    sentences = [unescape(strip_tags(said)) for pair in found for item in pair for said in item.split("</li>")]
    return [said for said in sentences if said]


def text_of(response):
    """What a page says, without its markup."""
    return " ".join(unescape(strip_tags(response.content.decode().replace("<", " <"))).split())


def results(sheet):
    return list(sheet.results.values_list("seat", "spielpunkte", "won", "lost", "leistung"))


def scores(sheet):
    """The rows as they count: position, who is credited, with what."""
    return [(row.nr, row.credited, row.score) for row in view_of(sheet).rows]
