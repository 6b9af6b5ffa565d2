"""What people do on the pages of clubs, players and roles."""

import re

import pytest
from django.contrib.auth import authenticate
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.people import services, views
from skatliga.people.models import Club, Membership, Player, User
from web.answers import refused_by_database, told

pytestmark = pytest.mark.django_db
PASSWORD = "karo-sieben-ouvert"


def path(name: str, *args: object) -> str:
    return reverse(f"people:{name}", args=args)


def test_start_shows_ones_own_clubs_first(sign_in, club, other_club, leser):
    context = sign_in(leser).get("/").context
    assert ([one.name for one in context["own"]], [one.name for one in context["others"]]) == (
        ["Herz Dame Altenburg"],
        ["Grand Hand Gera"],
    )


def test_only_a_club_to_look_around_in_comes_with_a_name(sign_in, betreiber):
    pages = [sign_in(betreiber).get(path("create_club"), {"art": kind}) for kind in ("umsehen", "abend")]
    assert [page.context["form"]["name"].value() for page in pages] == ["Übungsverein", ""]


def test_start_pages_its_clubs(sign_in, client, club, leser, betreiber, monkeypatch):
    """Five clubs, two a page; who is a member sees the own one on every page, to whom all belong they are paged."""
    monkeypatch.setattr(views, "CLUBS_PER_PAGE", 2)
    for letter in "ABCD":
        services.create_club(f"Club {letter}")

    def pages(browser) -> list[tuple[list[str], list[str]]]:
        contexts = [browser.get(f"/?page={number}").context for number in (1, 2, 3)]
        return [([one.name for one in each["own"]], [one.name for one in each["others"]]) for each in contexts]

    own = ["Herz Dame Altenburg"]
    assert pages(sign_in(leser)) == [
        (own, ["Club A", "Club B"]),
        (own, ["Club C", "Club D"]),
        (own, ["Club C", "Club D"]),  # behind the last one
    ]
    assert pages(sign_in(betreiber)) == [(["Club A", "Club B"], []), (["Club C", "Club D"], []), (own, [])]
    assert [others for _own, others in pages(client)] == [["Club A", "Club B"], ["Club C", "Club D"], own]
    shown = client.get("/?page=2").content.decode()
    assert '<a rel="prev" href="?page=1">vorige</a>' in shown and "Seite 2 von 3" in shown
    assert client.get("/?page=unsinn").status_code == 200


def test_the_site_administrator_creates_a_club(sign_in, betreiber):
    fields = {"name": "Pik Sieben", "place": "Gera", "number": ""}
    response = sign_in(betreiber).post(path("create_club"), fields, follow=True)
    assert response.redirect_chain == [("/vereine/pik-sieben/", 302)]
    assert Club.objects.values_list("name", "place").get() == ("Pik Sieben", "Gera")


def test_whoever_is_pasted_with_a_new_club_is_said_to_be_in_its_register(sign_in, betreiber):
    fields = {"name": "Pik Sieben", "place": "", "number": "", "begins": "abend", "players": "Anna Ärmel\nBert Brandt"}
    response = sign_in(betreiber).post(path("create_club"), fields, follow=True)
    assert told(response) == ["2 Spieler sind neu im Register."]


def test_a_listenfuehrer_adds_players_one_after_the_other(sign_in, club, schreiber):
    fields = {"first_name": "Cora", "last_name": "Çelik", "publication": "full", "number": "12", "another": ""}
    response = sign_in(schreiber).post(path("add_player", club.slug), fields, follow=True)
    assert response.redirect_chain == [(path("add_player", club.slug), 302)]
    assert told(response) == ["Cora Çelik steht jetzt im Register."]
    member = club.memberships.get()
    assert (member.player.name, member.number, member.player.history.get().history_user) == (
        "Cora Çelik",
        "12",
        schreiber,
    )


def test_a_player_that_cannot_be_is_refused_with_all_reasons(sign_in, club, schreiber, anna):
    fields = {"first_name": "", "last_name": "C", "publication": "pseudonym", "number": "1", "birth_year": "1899"}
    form = sign_in(schreiber).post(path("add_player", club.slug), fields).context["form"]
    assert form.errors == {
        "first_name": ["Dieses Feld ist zwingend erforderlich."],
        "__all__": [
            "Diese Mitgliedsnummer ist im Verein schon vergeben.",
            "Das Geburtsjahr muss zwischen 1900 und 2100 liegen.",
            "Wer unter Pseudonym erscheint, braucht eines; bitte eintragen.",
        ],
    }
    assert Player.objects.count() == 1


def test_a_player_is_changed(sign_in, club, leiterin, anna, bert):
    fields = {"first_name": "Anna", "last_name": "Neumann", "publication": "first_name", "first_day": "2019-03-14"}
    response = sign_in(leiterin).post(path("player", club.slug, anna.player_id), fields, follow=True)
    assert told(response) == ["Die Angaben zu Anna Neumann sind gespeichert."]
    anna.refresh_from_db()
    assert (anna.player.public_name, anna.number, anna.first_day.year) == ("Anna", "", 2019)


def test_names_are_escaped(sign_in, club, leiterin):
    services.add_player(club, first_name="<script>alert(1)</script>", last_name="O'Neill & Co")
    page = sign_in(leiterin).get(path("register", club.slug)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_search_answers_a_part_of_the_page_to_htmx_only(sign_in, club, leser, anna, bert):
    browser = sign_in(leser)
    whole = browser.get(path("register", club.slug), {"suche": "ärm"})
    part = browser.get(path("register", club.slug), {"suche": "ärm"}, headers={"HX-Request": "true"})
    for response in (whole, part):
        assert [row.record for row in response.context["table"].rows] == [anna]
        assert "HX-Request" in response["Vary"]
    assert (b"<html" in whole.content, b"<html" in part.content) == (True, False)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/veranstaltungen/?verein={}", 404),
        ("/veranstaltungen/veranstaltungen.csv?verein={}", 404),
        ("/liga/?verein={}", 404),
        ("/vereine/{club}/spieler/?suche={}", 200),
        ("/vereine/{club}/spieler.csv?suche={}", 200),
        ("/veranstaltungen/{event}/anmeldung/?suche={}", 200),
        ("/veranstaltungen/{event}/teilnehmer/?suche={}", 200),
    ],
)
@pytest.mark.parametrize("zero", ["%00", "a%00b"])
def test_the_character_zero_is_found_nowhere(sign_in, betreiber, club, event, anna, address, status, zero):
    """PostgreSQL refuses to be asked for it."""
    asked = address.format(zero, club=club.slug, event=event.slug)
    assert sign_in(betreiber).get(asked).status_code == status


def test_the_register_is_sorted_by_any_column(sign_in, club, leser, anna, bert):
    page = sign_in(leser).get(path("register", club.slug), {"sort": "-number"})
    assert [row.record for row in page.context["table"].rows] == [bert, anna]
    assert re.findall(r'aria-sort="(\w+)"', page.content.decode()) == ["descending"]


def test_merging_shows_both_entries_before_it_happens(sign_in, club, leiterin, anna, bert):
    browser, merge = sign_in(leiterin), path("merge", club.slug, anna.player_id)
    assert bert.player in browser.get(merge).context["form"].fields["duplikat"].queryset
    shown = browser.get(merge, {"duplikat": bert.player_id})
    assert shown.context["other"] == bert.player
    assert club.players.count() == 2
    response = browser.post(merge, {"duplikat": bert.player_id}, follow=True)
    assert told(response) == ["Die beiden Einträge von Anna Ärmel sind jetzt einer."]
    assert list(club.players.all()) == [anna.player]


def test_players_of_other_clubs_are_out_of_reach(sign_in, club, other_club, leiterin, anna):
    stranger = services.add_player(other_club, first_name="Anna", last_name="Ärmel").player
    browser = sign_in(leiterin)
    refused = browser.post(path("merge", club.slug, anna.player_id), {"duplikat": stranger.pk})
    assert list(refused.context["form"].errors) == ["duplikat"]
    assert browser.get(path("player", club.slug, stranger.pk)).status_code == 404


def test_an_administrator_invites_with_a_link_that_works_once(sign_in, client, club, admin):
    browser = sign_in(admin)
    fields = {"username": "neu", "role": "listenfuehrer", "first_name": "Nina"}
    assert told(browser.post(path("roles", club.slug), fields, follow=True)) == [
        "Nina hat jetzt die Rolle Listenführer."
    ]
    held = club.roles.get(user__username="neu")
    page = browser.post(path("one_time_link", club.slug, held.pk))
    assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    link = page.context["link"]
    assert link.startswith("http://testserver/passwort/neu/")
    assert "einmal und höchstens 3 Tage lang" in page.text  # as long as Django's own links

    form_page = client.get(link, follow=True).redirect_chain[-1][0]
    done = client.post(form_page, {"new_password1": PASSWORD, "new_password2": PASSWORD}, follow=True)
    assert done.redirect_chain == [("/", 302)]
    assert done.context["user"] == held.user  # signed in at once
    assert User.objects.get(username="neu").check_password(PASSWORD)
    again = sign_in(None).get(link, follow=True)
    assert again.context["validlink"] is False
    assert "Dieser Link gilt nicht mehr" in again.content.decode()


def test_a_club_makes_no_link_for_an_account_it_does_not_look_after(sign_in, club, admin, fremde):
    browser = sign_in(admin)
    browser.post(path("roles", club.slug), {"username": "fremde", "role": "reader"})
    held = club.roles.get(user=fremde)
    assert browser.post(path("one_time_link", club.slug, held.pk)).status_code == 403
    assert path("one_time_link", club.slug, held.pk) not in browser.get(path("roles", club.slug)).content.decode()


def test_roles_are_changed_and_withdrawn(sign_in, club, admin, leser):
    browser, held = sign_in(admin), leser.club_roles.get()
    response = browser.post(path("change_role", club.slug, held.pk), {"role": "spielleitung"}, follow=True)
    assert told(response) == ["Leser hat jetzt die Rolle Spielleitung."]
    response = browser.post(path("withdraw_role", club.slug, held.pk), follow=True)
    assert told(response) == ["Leser hat in diesem Verein keine Rolle mehr."]
    own = admin.club_roles.get()
    response = browser.post(path("withdraw_role", club.slug, own.pk), follow=True)
    assert told(response) == [
        "Admin ist der letzte Administrator des Vereins. Bitte zuerst jemand anderem diese Rolle geben."
    ]
    assert [role.user for role in club.roles.all()] == [admin]


def test_a_name_that_cannot_be_a_user_is_refused(sign_in, club, admin):
    response = sign_in(admin).post(path("roles", club.slug), {"username": "a b", "role": "reader"})
    assert list(response.context["form"].errors) == ["username"]


def test_roles_of_another_club_are_out_of_reach(sign_in, club, other_club, admin, fremde):
    foreign = services.invite(other_club, "fremde", "reader")
    browser = sign_in(admin)
    for name in ("change_role", "withdraw_role", "one_time_link"):
        assert browser.post(path(name, club.slug, foreign.pk)).status_code == 404


def test_a_forgotten_password_by_mail(client, settings, leser):
    settings.EMAIL_HOST = "mail.example"
    cache.clear()
    leser.email = "leser@example.org"
    leser.set_password("vergessen")
    leser.save()
    response = client.post(path("forgotten_password"), {"email": "leser@example.org"}, follow=True)
    assert told(response) == ["Falls es ein Konto mit dieser Adresse gibt, ist der Link unterwegs."]
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["leser@example.org"], "Skatliga: neues Passwort")
    link = re.search(r"http://testserver(/passwort/neu/\S+)", letter.body)[1]
    assert client.get(link, follow=True).context["validlink"] is True


def test_nobody_fills_anothers_mailbox_with_links(client, settings, leser, schreiber):
    settings.EMAIL_HOST = "mail.example"
    cache.clear()
    for user in (leser, schreiber):
        user.email = f"{user.username}@example.org"
        user.set_password("vergessen")
        user.save()
    sentences = [
        told(client.post(path("forgotten_password"), {"email": f"{user.username}@example.org"}, follow=True))
        for user in (leser, leser, schreiber, leser)
    ]
    assert sentences == [["Falls es ein Konto mit dieser Adresse gibt, ist der Link unterwegs."]] * 4
    assert [letter.to for letter in mail.outbox] == [[f"{user.username}@example.org"] for user in (leser, schreiber)]


def test_without_mail_the_page_says_who_helps(client, settings, leser):
    settings.EMAIL_HOST = ""
    for response in (
        client.get(path("forgotten_password")),
        client.post(path("forgotten_password"), {"email": "a@b.de"}),
    ):
        assert "Bitte wenden Sie sich an einen Administrator Ihres Vereins" in response.content.decode()
    assert not mail.outbox


def test_changing_ones_password(sign_in, leser):
    leser.set_password("alt-und-bekannt")
    leser.save()
    fields = {"old_password": "alt-und-bekannt", "new_password1": PASSWORD, "new_password2": PASSWORD}
    assert told(sign_in(leser).post(path("change_password"), fields, follow=True)) == [
        "Das neue Passwort gilt ab jetzt."
    ]
    leser.refresh_from_db()
    assert leser.check_password(PASSWORD)


def test_guessing_passwords_is_stopped_for_that_name_and_place_only(client, rf, leser, schreiber):
    for user in (leser, schreiber):
        user.set_password(PASSWORD)
        user.save()
    for _ in range(5):
        answer = client.post("/anmelden/", {"username": "leser", "password": "falsch"})
    assert answer.status_code == 429
    assert "Zu viele Versuche" in answer.content.decode()
    assert client.post("/anmelden/", {"username": "leser", "password": PASSWORD}).status_code == 429
    elsewhere = rf.post("/anmelden/", REMOTE_ADDR="192.0.2.7")
    assert authenticate(elsewhere, username="leser", password=PASSWORD) == leser
    assert client.post("/anmelden/", {"username": "schreiber", "password": PASSWORD}).status_code == 302


def test_the_language_is_switched(client):
    assert 'lang="de"' in client.get("/").content.decode()
    client.post("/sprache/", {"language": "en", "next": "/"})
    page = client.get("/").content.decode()
    assert 'lang="en"' in page
    assert "Sign in" in page


def queries_of(browser, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(address).status_code == 200
    return len(captured)


def test_the_register_of_a_level_has_the_players_of_its_clubs(sign_in, club, other_club, admin, anna):
    """Each with the club, whose page it leads to; in the file too. That of a club is as before."""
    level = services.create_club("Verbandsgruppe")
    Club.objects.filter(pk__in=[club.pk, other_club.pk]).update(parent=level)
    services.add_player(other_club, first_name="Zoe", last_name="Zander")
    office = sign_in(services.invite(level, "vg", "spielleitung").user)
    page = office.get(path("register", level.slug))
    shown = [(member.player.last_name, member.club.name) for member in page.context["table"].data]
    assert shown == [("Ärmel", "Herz Dame Altenburg"), ("Zander", "Grand Hand Gera")]
    assert path("player", club.slug, anna.player_id) in page.text and "Grand Hand Gera" in page.text
    file = office.get(path("register_file", level.slug, "csv")).content.decode()
    assert file.splitlines()[0].removeprefix("\ufeff").startswith("Name;Verein;Nummer;")
    assert "Verein" not in office.get(path("register_file", club.slug, "csv")).content.decode().splitlines()[0]
    assert [member.player.last_name for member in office.get(path("register", club.slug)).context["table"].data] == [
        "Ärmel"
    ]


@pytest.mark.parametrize(
    ("name", "number"),
    # session and user, what is to be done, then: own clubs, number and page of the others, roles that wait
    # | club, counts, levels, notices | club, count, rows | club and player, form checks | roles, and those that wait
    [("start", 17), ("club", 23), ("register", 6), ("add_player", 4), ("player", 4), ("merge", 5), ("roles", 5)],
)
def test_queries_do_not_grow_with_rows(name, number, sign_in, club, other_club, admin, anna):
    args = {"start": [], "player": [club.slug, anna.player_id], "merge": [club.slug, anna.player_id]}
    address, browser = path(name, *args.get(name, [club.slug])), sign_in(admin)
    assert queries_of(browser, address) == number
    for further in range(3):
        services.add_player(club, first_name="Zoe", last_name=f"Zander {further}")
        services.invite(services.create_club(f"Verein {further}"), f"user{further}", "reader")
        services.invite(club, f"user{further}", "reader")
    assert queries_of(browser, address) == number


def test_the_form_of_a_new_player_leaves_publication_to_the_age(sign_in, schreiber, club):
    browser, address = sign_in(schreiber), reverse("people:add_player", args=[club.slug])
    assert "wie üblich: voller Name, bis 18 nur der Vorname" in browser.get(address).text
    born = timezone.localdate().year - 15
    for first, sent in (("Jan", ""), ("Ole", "full")):
        fields = {"first_name": first, "last_name": "Jung", "birth_year": born, "publication": sent}
        browser.post(address, fields)
    found = Player.objects.filter(last_name="Jung").order_by("first_name")
    assert [player.publication for player in found] == ["first_name", "full"]


def test_a_membership_ends_on_a_day_and_not_before_it_begins(club, anna, sign_in, leiterin):
    """The register says until when."""
    office, address = sign_in(leiterin), reverse("people:player", args=[club.slug, anna.player_id])
    sent = {"first_name": "Anna", "last_name": "Ärmel", "number": "1", "publication": "full"}
    page = office.post(address, {**sent, "first_day": "2026-02-01", "last_day": "2026-01-31"})
    assert "Die Mitgliedschaft endet, bevor sie beginnt; bitte die Tage prüfen." in page.text
    office.post(address, {**sent, "first_day": "2020-02-01", "last_day": "2026-01-31"})
    anna.refresh_from_db()
    assert (str(anna.first_day), str(anna.last_day)) == ("2020-02-01", "2026-01-31")
    assert "bis 31.01.2026" in office.get(reverse("people:register", args=[club.slug])).text
    assert 'name="last_day"' not in office.get(reverse("people:add_player", args=[club.slug])).text
    assert refused_by_database(lambda: Membership.objects.update(last_day="2019-12-31"))
