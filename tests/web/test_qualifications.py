"""Qualification: quotas with their arithmetic, who has a place and who follows, answers, and the chain from below.

Lists are those of `web.ranks`: at a table the order is seat 3, 1, 2, 4.
"""

import datetime
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.wertung.lots import lot_number
from scoring.wertung.presets import TableRule
from skatliga.access import Role
from skatliga.api.keys import create_key
from skatliga.circuits import services as circuits
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event, Team
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state, withdraw
from skatliga.events.teams import create_teams
from skatliga.lists.models import SeatResult
from skatliga.people import services as people
from skatliga.people.models import Membership, Player
from skatliga.phones.access import phone_path
from skatliga.qualifications import services
from skatliga.qualifications.access import page_path
from skatliga.qualifications.entering import enter_accepted
from skatliga.qualifications.field import find_field
from skatliga.qualifications.models import Qualification
from skatliga.qualifications.queries import offered_places, sources_of
from skatliga.qualifications.quota_table import CountedSource, quota_table
from skatliga.qualifications.rankings import possible_circuits, possible_events
from skatliga.qualifications.services import ChosenSource
from skatliga.todo.gathering import of_event
from skatliga.wertung.rules import write_rule
from web.answers import refused, refused_by_database, told
from web.api import API, Asker
from web.desk import text_of
from web.ranks import enter_list
from web.replayed import world

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate()
DAY = datetime.timedelta(days=1)
NAMES = {
    "Nord": ("Anna Adler", "Bert Buche", "Cora Clasen", "Dirk Dorn"),
    "Süd": ("Eva Esche", "Fritz Fuchs", "Gerd Groß", "Heidi Horn"),
}


def championship(club, name: str, day: datetime.date, kind: str = "single-open") -> Event:
    return create_event(
        club,
        **{"name": name, "date": day, "rounds": 1, "rulebook": "isko-2022", "evaluation": "seeger-fabian"},
        **{"deals_at_four": 12, "deals_at_three": 12, "championship": kind},
    )


@pytest.fixture
@world
def land(betreiber) -> SimpleNamespace:
    """A Landesverband whose two Verbandsgruppen have each played their championship with four; Ida directs."""
    top = people.create_club("Landesverband Ost", kind="Landesverband")
    ida = people.invite(top, "ida", Role.SPIELLEITUNG).user
    groups = {}
    for name, players in NAMES.items():
        group = people.create_club(f"VG {name}", parent=top, kind="Verbandsgruppe")
        club = people.create_club(f"SC {name}", parent=group)
        event = championship(group, f"Einzel {name}", TODAY - 9 * DAY)
        known = [_player(club, each) for each in players]
        enter_players(event, known, club_name=club.name)
        _play(event, betreiber)
        groups[name] = event
    above = championship(top, "Landesmeisterschaft", TODAY + 60 * DAY)
    set_state(above, Event.State.PUBLISHED)
    above.refresh_from_db()
    return SimpleNamespace(top=top, ida=ida, nord=groups["Nord"], sued=groups["Süd"], event=above)


def _player(club, name: str) -> Player:
    first_name, last_name = name.split()
    return people.add_player(club, first_name=first_name, last_name=last_name).player


def _play(event: Event, user) -> None:
    set_state(event, Event.State.PUBLISHED)
    _play_on(event, user)
    event.refresh_from_db()


def _play_on(event: Event, user) -> None:
    seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
    enter_list(user, event, 1, 1)


def set_rule(land, nord: int | None = None, sued: int | None = None, holders=(), event=None, **values) -> Qualification:
    """Of both Verbandsgruppen, with fixed places unless something else is said."""
    usual = {"way": "fixed", "places": (nord or 0) + (sued or 0) or None, "closes_on": TODAY + 30 * DAY}
    sources = [ChosenSource(land.nord, nord), ChosenSource(land.sued, sued)]
    return services.set_rule(event or land.event, land.ida, sources, holders, **{**usual, **values})


def opened(land, *places: int, **values) -> Qualification:
    rule = set_rule(land, *places, **values)
    services.open_places(rule, land.ida)
    return Qualification.objects.select_related("event__club").get(pk=rule.pk)


def standing(rule: Qualification, today: datetime.date = TODAY) -> list[tuple[str, str, str]]:
    found = offered_places(rule, sources_of(rule), Role.SPIELLEITUNG, today)
    return [(line.title, line.name, line.said) for line in found.lines]


def contestant(rule: Qualification, name: str):
    found = offered_places(rule, sources_of(rule), Role.SPIELLEITUNG)
    [line] = [line for line in found.lines if line.name == name]
    line.contestant.qualification = rule
    return line.contestant


def at(name: str, *args: object) -> str:
    return reverse(f"qualifications:{name}", args=args)


# ---- Quotas


def quota(sources: dict[str, int], lots: dict[str, int] | None = None, **values):
    rule = Qualification(**values)
    counted = [CountedSource(title, number, None, (lots or {}).get(title)) for title, number in sources.items()]
    return quota_table(rule, counted)


def test_the_published_quotas_come_out_with_their_arithmetic():
    """17 of 55 and 19 of 61 are three tenths rounded up, 28 of 55 is one half rounded up."""
    tenths = quota({"A": 55, "B": 61}, way="share", percent=30)
    assert [tuple(line) for line in tenths.lines] == [
        ("A", 55, 17, "30 % von 55 sind 16,50, aufgerundet 17"),
        ("B", 61, 19, "30 % von 61 sind 18,30, aufgerundet 19"),
    ]
    assert [line.places for line in quota({"A": 55}, way="share", percent=50).lines] == [28]


def test_dhondt_says_who_has_the_last_place():
    """100, 80, 30 and 20 with eight places: 100 50 33,3 25 and 80 40 26,7 and 30, counted by hand."""
    found = quota({"A": 100, "B": 80, "C": 30, "D": 19}, way="dhondt", places=8)
    assert [(line.places, line.account) for line in found.lines] == [
        (4, "100 : 4 = 25; der nächste Platz bei 20"),
        (3, "80 : 3 = 26,67; der nächste Platz bei 20"),
        (1, "30 : 1 = 30; der nächste Platz bei 15"),
        (0, "der nächste Platz bei 19"),
    ]
    assert found.last_place == "Den letzten Platz hat A (25); der nächste wäre an B gegangen (20)."


def test_largest_remainder_says_who_has_the_last_place():
    """Ten places for 47, 16, 15.8, 12 and 6.1 of 96.9 thousand (the remainders .85 .65 .63 .23 .62), by hand."""
    found = quota({"A": 470, "B": 160, "C": 158, "D": 120, "E": 61}, way="largest_remainder", places=10)
    assert [(line.places, line.account) for line in found.lines] == [
        (5, "10 × 470 : 969 = 4,85; ein Platz für den Rest"),
        (2, "10 × 160 : 969 = 1,65; ein Platz für den Rest"),
        (2, "10 × 158 : 969 = 1,63; ein Platz für den Rest"),
        (1, "10 × 120 : 969 = 1,24"),
        (0, "10 × 61 : 969 = 0,63"),
    ]
    assert found.last_place == "Den letzten Platz hat C (Rest 0,63); der nächste wäre an E gegangen (Rest 0,63)."
    least = quota({"A": 470, "B": 160, "C": 158, "D": 120, "E": 61}, way="largest_remainder", places=10, least=1)
    assert [(line.places, line.account) for line in least.lines] == [
        (5, "9 × 470 : 908 = 4,66; ein Platz für den Rest"),
        (2, "9 × 160 : 908 = 1,59; ein Platz für den Rest"),
        (1, "9 × 158 : 908 = 1,57"),
        (1, "9 × 120 : 908 = 1,19"),
        (1, "mindestens 1"),
    ]


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        (
            {"way": "dhondt", "places": 3},
            {
                "places": "Denselben Anspruch auf den letzten Platz haben: A, B. Bitte losen und bei jedem das Los"
                " eintragen."
            },
        ),
        (
            {"way": "dhondt", "places": 3, "least": 2},
            {"least": "Mindestens 2 für 2 Vorrunden wären 4; es gibt nur 3 Plätze."},
        ),
        (
            {"way": "fixed", "places": 3},
            {"": "Bitte bei jeder Vorrunde angeben, wie viele Plätze sie hat; es fehlt: A, B."},
        ),
    ],
)
def test_a_quota_that_does_not_add_up_is_a_sentence(values, problems):
    assert quota({"A": 4, "B": 4}, **values).problems == problems


def test_the_lot_decides_between_equal_claims():
    found = quota({"A": 4, "B": 4}, {"A": 7, "B": 2}, way="largest_remainder", places=3)
    assert [line.places for line in found.lines] == [1, 2]
    assert found.last_place == "Den letzten Platz hat B durch das Los vor A."


def test_the_form_says_at_the_field_what_does_not_add_up_and_keeps_what_was_typed(land, sign_in):
    office, address = sign_in(land.ida), at("rule", land.event.slug)
    sent = {f"use-e{event.pk}": "on" for event in (land.nord, land.sued)}
    sent |= {f"places-e{event.pk}": "1" for event in (land.nord, land.sued)}
    sent |= {"way": "fixed", "by": "starters", "places": "3", "answer_days": "7"}
    sent |= {"closes_on": (TODAY - DAY).isoformat(), "holders": "Anna Adler\nNiemand Nirgends"}
    page = office.post(address, sent)
    assert {name: list(errors) for name, errors in page.context["form"].errors.items()} == {
        "closes_on": [f"Der {TODAY - DAY:%d.%m.%Y} ist schon vorbei; bitte einen späteren Tag wählen."],
        "holders": ["„Niemand Nirgends“ steht in keinem Register des Verbands; bitte so schreiben wie dort."],
    }
    sent |= {"closes_on": (TODAY + DAY).isoformat(), "holders": "Anna Adler (SC Nord)"}
    page = office.post(address, sent)
    assert page.context["form"].errors == {
        "places": ["Die Plätze der Vorrunden ergeben zusammen 2, hier stehen 3. Bitte eines von beiden ändern."]
    }
    assert 'value="3"' in page.text
    assert not Qualification.objects.exists()
    page = office.post(address, {**sent, "places": "2"}, follow=True)
    assert told(page) == ["Die Quote ist gespeichert."]
    rule = Qualification.objects.get()
    assert [source.fixed_places for source in rule.sources.all()] == [1, 1]
    assert [holder.player.name for holder in rule.holders.all()] == ["Anna Adler"]
    assert office.get(address).context["form"].initial["holders"] == "Anna Adler (SC Nord)"
    by_members = {**sent, "way": "largest_remainder", "by": "members", "places": "4", f"members-e{land.nord.pk}": "12"}
    Membership.objects.filter(player__last_name="Horn").update(last_day=TODAY - DAY)
    office.post(address, by_members)
    lines = office.get(at("overview", land.event.slug)).context["quota"].lines
    assert [(line.counted, line.places) for line in lines] == [(12, 3), (3, 1)]


@pytest.mark.parametrize(("nord", "sued", "percent", "places"), [(55, 61, 30, [17, 19]), (55, 0, 50, [28])])
def test_the_published_quotas_come_out_of_the_form(land, sign_in, nord, sued, percent, places):
    """17 of 55 and 19 of 61 as three tenths, 28 of 55 as one half: typed into the form, read on the page."""
    wanted = [(land.nord, nord), (land.sued, sued)]
    for event, number in wanted:
        enter_guests(event, [(f"Gast Nr{which}", "") for which in range(number - 4)], admitted="Gast")
    office = sign_in(land.ida)
    form = office.get(at("rule", land.event.slug)).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent |= {f"use-e{event.pk}": "on" for event, number in wanted if number}
    sent |= {"way": "share", "percent": percent, "by": "starters", "closes_on": (TODAY + 9 * DAY).isoformat()}
    assert told(office.post(at("rule", land.event.slug), sent, follow=True)) == ["Die Quote ist gespeichert."]
    counted = [number for number in (nord, sued) if number]
    shown = office.get(at("overview", land.event.slug))
    assert [(line.counted, line.places) for line in shown.context["quota"].lines] == list(
        zip(counted, places, strict=True)
    )
    said = text_of(shown)
    for number, got in zip(counted, places, strict=True):
        assert f"{percent} % von {number} sind" in said and f"aufgerundet {got} {number} {got}" in said


def test_what_may_feed_a_championship(land, other_club):
    """The same championship in the federation, published and earlier; a single one also Turnierserien."""
    championship(other_club, "Fremd", TODAY - 3 * DAY)
    draft = championship(land.top, "Entwurf", TODAY - 2 * DAY)
    other = championship(land.top, "Damen", TODAY - 2 * DAY, "single-women")
    set_state(other, Event.State.PUBLISHED)
    assert list(possible_events(land.event)) == [land.nord, land.sued]
    set_state(draft, Event.State.PUBLISHED)
    assert list(possible_events(land.event)) == [draft, land.nord, land.sued]
    assert list(possible_events(land.nord)) == []
    assert refused(services.set_rule, land.nord, None, [ChosenSource(land.event, 1)], way="fixed", places=1) == [
        "Das kann keine Vorrunde dieser Meisterschaft sein: Landesmeisterschaft."
    ]
    assert refused_by_database(lambda: set_rule(land, 1, 1).sources.update(event=None))


def test_what_belongs_to_the_level_itself_stands_first_and_what_is_ticked(land, sign_in):
    deep = championship(Membership.objects.get(player__last_name="Adler").club, "Verein", TODAY - 8 * DAY)
    set_state(deep, Event.State.PUBLISHED)
    office, address = sign_in(land.ida), at("rule", land.event.slug)

    def shown(page) -> tuple[list[str], list[str]]:
        form = page.context["form"]
        return [row.title for row in form.near], [row.title for row in form.far]

    page = office.get(address)
    assert shown(page) == (["VG Nord", "VG Süd"], ["SC Nord"]) and "Weitere Vorrunden im Verband" in page.text
    assert shown(office.post(address, {f"use-e{deep.pk}": "on"})) == (["SC Nord", "VG Nord", "VG Süd"], [])


# ---- Who has a place, and who follows


def test_places_go_by_the_rankings_and_title_holders_come_besides_once(land):
    fritz = Player.objects.get(last_name="Fuchs")
    rule = opened(land, 2, 1, holders=[fritz])
    assert standing(rule) == [
        ("", "Fritz Fuchs", "Antwort offen"),
        ("VG Nord", "Cora Clasen", "Antwort offen"),
        ("VG Nord", "Anna Adler", "Antwort offen"),
        ("VG Nord", "Bert Buche", "1. Nachrücker"),
        ("VG Nord", "Dirk Dorn", "2. Nachrücker"),
        ("VG Süd", "Gerd Groß", "Antwort offen"),
        ("VG Süd", "Eva Esche", "1. Nachrücker"),
        ("VG Süd", "Heidi Horn", "2. Nachrücker"),
    ]
    assert [(source.counted, source.granted) for source in rule.sources.all()] == [(4, 2), (4, 1)]


def test_a_title_holder_may_take_a_place_of_his_level(land):
    heidi = Player.objects.get(last_name="Horn")
    rule = opened(land, 1, 1, holders=[heidi], inside=True)
    assert [name for _title, name, said in standing(rule) if said == "Antwort offen"] == ["Cora Clasen", "Heidi Horn"]
    with_two = [heidi, Player.objects.get(last_name="Fuchs")]
    services.take_back(rule, land.ida)
    rule = set_rule(land, 1, 1, holders=with_two, inside=True)
    said = "VG Süd hat mehr Titelverteidiger als Plätze. Bitte die Quote oder die Titelverteidiger ändern."
    assert refused(services.open_places, rule, land.ida) == [said]


def test_the_lot_of_the_championship_orders_who_shares_a_place(land, betreiber):
    """Everybody of both groups has the same list; the order is that of the published numbers."""
    SeatResult.objects.update(spielpunkte=100, won=1, lost=0, leistung=150)
    rule = set_rule(land, 1, 1)
    found = [each.name for each in find_field(rule, land.event).lines if each.source and each.source.event == land.nord]
    lots = {name: lot_number(land.event.seed, f"{land.nord.slug}/{n}") for n, name in enumerate(NAMES["Nord"], 1)}
    assert found == sorted(lots, key=lots.__getitem__)


def test_nothing_is_offered_before_all_rankings_are_final(land, sign_in):
    event = championship(land.nord.club, "Noch offen", TODAY - 5 * DAY)
    enter_players(event, [each.player for each in Membership.objects.filter(club__name="SC Nord")], club_name="SC Nord")
    set_state(event, Event.State.PUBLISHED)
    event.refresh_from_db()
    sources = [ChosenSource(event, 1)]
    rule = services.set_rule(land.event, land.ida, sources, way="fixed", places=1, closes_on=TODAY + DAY)
    said = "Noch offen (VG Nord) ist noch nicht abgeschlossen; die Rangliste kann sich noch ändern."
    assert refused(services.open_places, rule, land.ida) == [said]
    page = sign_in(land.ida).get(at("open_places", land.event.slug))
    assert said in page.text and "Jetzt anbieten" not in page.text
    assert not rule.contestants.exists()


def test_no_place_without_an_answer_in_time_and_the_next_has_days_of_his_own(land):
    rule = opened(land, 1, 1, answer_days=7)
    gerd = contestant(rule, "Gerd Groß")
    services.answer(gerd, True, land.ida)
    later = TODAY + 8 * DAY
    assert standing(rule, later)[:2] == [
        ("VG Nord", "Cora Clasen", "nicht geantwortet"),
        ("VG Nord", "Anna Adler", "Antwort offen"),
    ]
    lines = offered_places(rule, sources_of(rule), None, later).lines
    assert [(line.offered, line.deadline) for line in lines[:2]] == [
        (TODAY, TODAY + 7 * DAY),
        (later, later + 7 * DAY),
    ]
    after = rule.closes_on + DAY
    assert [line.stage for line in offered_places(rule, sources_of(rule), None, after).lines[:4]] == [
        *("lapsed", "lapsed", "lapsed", "lapsed")
    ]


def test_who_says_no_leaves_the_place_to_the_next_and_cannot_come_back(land):
    rule = opened(land, 1, 1)
    cora, bert = contestant(rule, "Cora Clasen"), contestant(rule, "Bert Buche")
    services.answer(cora, True)
    services.answer(contestant(rule, "Anna Adler"), False)
    services.answer(cora, False)
    services.answer(cora, False)
    assert standing(rule)[:4] == [
        ("VG Nord", "Cora Clasen", "sagt ab"),
        ("VG Nord", "Anna Adler", "sagt ab"),
        ("VG Nord", "Bert Buche", "Antwort offen"),
        ("VG Nord", "Dirk Dorn", "1. Nachrücker"),
    ]
    assert refused(services.answer, cora, True) == ["Die Absage gilt; der Platz ist weitergegeben."]
    assert refused(services.answer, contestant(rule, "Dirk Dorn"), True) == [
        "Noch ist kein Platz frei. Zusagen lässt sich erst, wenn einer angeboten ist."
    ]
    assert refused(services.take_back, rule, land.ida) == ["Es hat schon jemand geantwortet; das Angebot gilt."]
    Qualification.objects.update(opened_on=TODAY - 20 * DAY, answer_days=5)
    [said] = refused(services.answer, contestant(rule, "Gerd Groß"), True)
    assert said.startswith("Zeit war bis zum ")
    Qualification.objects.update(closes_on=TODAY - DAY)
    assert refused(services.answer, bert, True)[0].startswith("Antworten waren bis zum ")


def test_where_nobody_is_left_the_place_goes_to_the_next_level(land):
    for pass_on in (True, False):
        event = championship(land.top, f"Meisterschaft {pass_on}", TODAY + 40 * DAY)
        rule = opened(land, 4, 1, event=event, pass_on=pass_on)
        services.answer(contestant(rule, "Dirk Dorn"), False)
        lines = offered_places(rule, sources_of(rule), None)
        assert ([line.name for line in lines.lines if line.place_of], lines.free) == (
            (["Eva Esche"], 0) if pass_on else ([], 1)
        )


def test_the_quota_stays_while_places_are_offered(land, sign_in):
    rule = opened(land, 1, 1)
    [said] = refused(set_rule, land, 2, 1)
    assert said.startswith("Die Plätze sind schon angeboten.")
    office = sign_in(land.ida)
    assert "hier ändert sich nichts mehr" in text_of(office.get(at("rule", land.event.slug)))
    page = office.post(at("take_back", land.event.slug), follow=True)
    assert told(page) == ["Das Angebot ist zurückgenommen; die Quote lässt sich wieder ändern."]
    assert not rule.contestants.exists()
    set_rule(land, 2, 1)
    page = office.post(at("open_places", land.event.slug), follow=True)
    assert told(page) == ["3 Plätze sind angeboten."]


# ---- Pages


def test_everybody_answers_on_a_page_of_his_own(land, client):
    rule = opened(land, 1, 1, answer_days=7)
    cora, anna = contestant(rule, "Cora Clasen"), contestant(rule, "Anna Adler")
    page = client.get(page_path(cora))
    assert f"Bitte antworten Sie bis zum {(TODAY + 7 * DAY).day}. " in text_of(page)
    assert (page["X-Robots-Tag"], page["Cache-Control"]) == ("noindex, nofollow", "private, no-cache")
    assert "1. Nachrücker" in text_of(client.get(page_path(anna)))
    assert client.post(f"{page_path(anna)}antwort/", {"antwort": "ja"}).status_code == 422
    assert "Sie haben zugesagt" in text_of(client.post(f"{page_path(cora)}antwort/", {"antwort": "ja"}, follow=True))
    assert "Sie haben abgesagt" in text_of(client.post(f"{page_path(cora)}antwort/", {"antwort": "nein"}, follow=True))
    assert "Sie sind qualifiziert" in text_of(client.get(page_path(anna)))
    assert client.get(page_path(cora)[:-5] + "xxxx/").status_code == 404
    assert not client.cookies
    evening = client.get(phone_path(land.nord.entries.get(name="Cora Clasen")))
    assert page_path(cora) in evening.text and "Qualifikation: mein Stand und meine Antwort" in evening.text


def test_the_public_page_names_who_is_qualified_and_keeps_who_objects_apart(land, sign_in, django_assert_num_queries):
    Player.objects.filter(last_name="Clasen").update(publication="first_name")
    set_rule(land, 2, 1)
    visitor, address = sign_in(None), at("overview", land.event.slug)
    before = text_of(visitor.get(address))
    assert "Einzel Nord (VG Nord, " in before and "Zusammen" not in before
    services.open_places(Qualification.objects.get(), land.ida)
    services.answer(contestant(Qualification.objects.get(), "Gerd Groß"), True, land.ida)
    with django_assert_num_queries(8):
        page = visitor.get(address)
    said = text_of(page)
    assert "1 hat zugesagt, 2 Antworten sind offen." in said
    assert "VG Süd 1 Gerd Groß VG Süd SC Süd sagt zu" in said
    assert "Clasen" not in page.text and "VG Nord 1 Cora VG Nord bis" in said
    assert "VG Nord fest 4 2" in said and "Verlauf" not in said
    office = sign_in(land.ida)
    assert "Clasen" in office.get(address).text
    file = office.get(at("contestants_file", land.event.slug, "json")).json()
    assert [line["name"] for line in file][:2] == ["Cora Clasen", "Anna Adler"]
    assert "Qualifikation für Landesmeisterschaft" in visitor.get(land.nord.get_absolute_url()).text
    assert address in visitor.get(land.event.get_absolute_url()).text


def test_the_office_answers_and_every_step_is_told(land, sign_in):
    rule = opened(land, 1, 1)
    office, cora = sign_in(land.ida), contestant(rule, "Cora Clasen")
    page = office.post(at("office_answer", land.event.slug, cora.number), {"antwort": "nein"}, follow=True)
    assert told(page) == ["Cora Clasen sagt ab."]
    services.answer(contestant(rule, "Anna Adler"), True)
    assert [each[1:] for each in office.get(at("overview", land.event.slug)).context["history"]] == [
        ("Anna Adler sagt zu", "selbst"),
        ("Cora Clasen sagt ab", land.ida.name),
    ]


def test_programs_read_the_quota_and_who_follows_under_public_names(land, django_assert_num_queries):
    Player.objects.filter(last_name="Clasen").update(publication="first_name")
    rule = set_rule(land, 2, 1)
    asked = f"{API}veranstaltungen/{land.event.slug}/qualifikation"
    before = Asker().get(asked).json()
    assert (before["opened_on"], before["contestants"], before["sources"][0]["places"]) == (None, [], None)
    services.open_places(rule, land.ida)
    rule.refresh_from_db()
    services.answer(contestant(rule, "Gerd Groß"), True, land.ida)
    services.answer(contestant(rule, "Anna Adler"), False)
    with django_assert_num_queries(8):
        answer = Asker().get(asked)
    body = answer.json()
    nord = {"title": "VG Nord", "event": land.nord.slug, "circuit": None}
    assert body["sources"][0] == {**nord, "counted": 4, "places": 2, "account": "fest"}
    assert (body["way"], body["places"], body["free"], body["count"]) == ("fixed", 3, 0, 8)
    lines = [(each["name"], each["stage"], each["waits"]) for each in body["contestants"]]
    assert lines == [
        *[("Cora", "open", None), ("Anna Adler", "declined", None), ("Bert Buche", "open", None)],
        *[("Dirk Dorn", "next", 1), ("Gerd Groß", "accepted", None), ("Eva Esche", "next", 1)],
        *[("Fritz Fuchs", "next", 2), ("Heidi Horn", "next", 3)],
    ]
    bert = {"number": 3, "source": "VG Nord", "place": 3, "seeded": False, "name": "Bert Buche", "club": "SC Nord"}
    days = {"offered": TODAY.isoformat(), "deadline": (TODAY + 14 * DAY).isoformat()}
    assert body["contestants"][2] == {**bert, **days, "stage": "open", "waits": None, "place_of": "", "entered": False}
    assert Asker().get(asked, If_None_Match=answer["ETag"]).status_code == 304
    mine = Asker(create_key(land.ida, "Programm").secret).get(asked).json()
    assert mine["contestants"][0]["name"] == "Cora Clasen"


def test_who_is_qualified_is_a_paper_with_the_quota(land, sign_in, paper_as_html):
    Player.objects.filter(last_name="Clasen").update(publication="first_name")
    rule = set_rule(land, 2, 1)
    paper, office = reverse("printing:qualified", args=[land.event.slug]), sign_in(land.ida)
    assert office.get(paper).status_code == 404
    services.open_places(rule, land.ida)
    rule.refresh_from_db()
    services.answer(contestant(rule, "Gerd Groß"), True, land.ida)
    assert paper in office.get(at("overview", land.event.slug)).text
    said = text_of(office.get(paper))
    assert f"Stand am {TODAY:%d.%m.%Y}: 1 zugesagt, 2 offen, 0 frei." in said
    assert f"VG Nord 1 Cora SC Nord Antwort offen bis {TODAY + 14 * DAY:%d.%m.%Y}" in said and "Clasen" not in said
    assert "VG Nord 3 Bert Buche SC Nord 1. Nachrücker" in said and "VG Süd 1 Gerd Groß SC Süd sagt zu" in said
    assert "VG Nord fest 4 2 VG Süd fest 4 1 Zusammen 3" in said


def test_an_event_that_is_no_championship_has_no_such_page(land, sign_in):
    plain = create_event(
        land.top, name="Preisskat", date=TODAY, rounds=1, rulebook="isko-2022", evaluation="seeger-fabian"
    )
    assert sign_in(land.ida).get(at("rule", plain.slug)).status_code == 404


# ---- Into the championship above, and further


def test_the_chain_runs_from_the_group_to_the_nation_without_a_name_typed(land, sign_in, betreiber):
    nation = people.create_club("Skatverband", kind="Verband")
    land.top.parent = nation
    land.top.save()
    top = championship(nation, "Deutsche Meisterschaft", TODAY + 90 * DAY)
    rule = opened(land, 3, 2)
    for _title, name, said in standing(rule):
        if said == "Antwort offen":
            services.answer(contestant(rule, name), True, land.ida)
    page = sign_in(land.ida).post(at("enter_accepted", land.event.slug), follow=True)
    assert told(page) == ["5 sind neu eingetragen."]
    entered = [(each.start_number, each.name, each.club_name) for each in land.event.entries.all()]
    assert entered == [
        (1, "Cora Clasen", "SC Nord"),
        (2, "Anna Adler", "SC Nord"),
        (3, "Bert Buche", "SC Nord"),
        (4, "Gerd Groß", "SC Süd"),
        (5, "Eva Esche", "SC Süd"),
    ]
    Event.objects.filter(pk=land.event.pk).update(date=TODAY)
    land.event.refresh_from_db()
    withdraw(land.event.entries.get(start_number=5))
    _play_on(land.event, betreiber)
    above = services.set_rule(
        top, None, [ChosenSource(land.event)], way="share", percent=50, closes_on=TODAY + 80 * DAY
    )
    services.open_places(above, None)
    above.refresh_from_db()
    assert [name for _title, name, said in standing(above) if said == "Antwort offen"] == ["Bert Buche", "Cora Clasen"]
    for name in ("Bert Buche", "Cora Clasen"):
        services.answer(contestant(above, name), True)
    assert enter_accepted(above) == (2, ())
    assert [(each.name, each.club_name) for each in top.entries.all()] == [
        ("Bert Buche", "SC Nord"),
        ("Cora Clasen", "SC Nord"),
    ]
    assert enter_accepted(above) == (0, ())


def test_who_may_not_start_is_named_and_the_others_go_in(land):
    rule = opened(land, 1, 1)
    for name in ("Cora Clasen", "Gerd Groß"):
        services.answer(contestant(rule, name), True)
    Membership.objects.filter(player__last_name="Groß").delete()
    report = enter_accepted(rule)
    day = f"{land.event.date:%d.%m.%Y}"
    assert report == (
        1,
        (
            f"Gerd Groß: Am {day} kein Mitglied von SC Süd. (SpO 1.5)",
            "Gerd Groß: Kein Spielerpass eingetragen; bitte vorlegen lassen. (SpO 1.6)",
        ),
    )
    assert [entry.name for entry in land.event.entries.all()] == ["Cora Clasen"]


def test_a_guest_of_the_name_and_club_of_a_member_goes_on_as_this_member(land):
    rule = opened(land, 1, 1)
    enter_guests(land.sued, [("Bert Buche", "SC Nord"), ("Bert Brot", "SC Nord")], admitted="Gast")
    for number, entry in enumerate(land.sued.entries.filter(player=None), 90):
        guest = rule.contestants.create(number=number, source=rule.sources.first(), place=number)
        guest.persons.create(entry=entry)
    for name in ("Cora Clasen", "Anna Adler"):
        services.answer(contestant(rule, name), False)
    [bert] = Player.objects.filter(last_name="Buche")
    rule.contestants.filter(persons__entry__player=bert).delete()
    services.answer(contestant(rule, "Dirk Dorn"), False)
    services.answer(contestant(rule, "Bert Buche"), True)
    assert enter_accepted(rule) == (1, ())
    assert [(entry.player, entry.club_name) for entry in land.event.entries.all()] == [(bert, "SC Nord")]


def test_who_takes_part_withdraws_there_before_the_next_moves_up(land):
    rule = opened(land, 1, 1)
    cora = contestant(rule, "Cora Clasen")
    services.answer(cora, True)
    enter_accepted(rule)
    [said] = refused(services.answer, cora, False)
    assert said.startswith("Wer schon eingetragen ist, tritt zuerst in der Veranstaltung zurück;")
    withdraw(land.event.entries.get())
    services.answer(cora, False, land.ida)
    assert standing(rule)[1] == ("VG Nord", "Anna Adler", "Antwort offen")


def test_teams_qualify_with_their_players(land, betreiber):
    below = championship(land.nord.club, "Mannschaft Nord", TODAY - 8 * DAY, "team-open")
    members = [each.player for each in Membership.objects.filter(club__name="SC Nord").order_by("pk")]
    enter_players(below, members, club_name="SC Nord")
    set_state(below, Event.State.PUBLISHED)
    create_teams(below, Team.Kind.TEAM, "Asse: 3 4\nBuben: 1 2")
    _play_on(below, betreiber)
    above = championship(land.top, "Mannschaften", TODAY + 50 * DAY, "team-open")
    rule = services.set_rule(
        above, None, [ChosenSource(below, 1)], ["Alte Meister"], way="fixed", places=1, closes_on=TODAY + DAY
    )
    services.open_places(rule, None)
    rule.refresh_from_db()
    # by seat 320 230 360 -290: Buben have 550, Asse 70
    assert standing(rule) == [
        ("", "Alte Meister", "Antwort offen"),
        ("VG Nord", "Buben", "Antwort offen"),
        ("VG Nord", "Asse", "1. Nachrücker"),
    ]
    for name in ("Alte Meister", "Buben"):
        services.answer(contestant(rule, name), True)
    said = "Alte Meister: Wer dafür spielt, ist nicht bekannt; bitte bei der Anmeldung eintragen."
    assert enter_accepted(rule) == (1, (said,))
    [team] = above.teams.all()
    assert [team.name, *(str(each.entry) for each in team.members.all())] == ["Buben", "1 Anna Adler", "2 Bert Buche"]


def test_a_turnierserie_of_several_organisers_is_a_source_with_its_guests(land, betreiber):
    days = {"first_day": TODAY - 30 * DAY, "last_day": TODAY - DAY}
    circuit = circuits.create_circuit(land.nord.club, name="Grand Prix", **days)
    circuits.set_state(circuit, Circuit.State.PUBLISHED)
    partner = circuits.invite(circuit, land.sued.club, betreiber)
    circuits.answer(partner, True, betreiber)
    circuits.add_stops(circuit, land.nord.club, [land.nord], betreiber)
    circuits.add_stops(circuit, land.sued.club, [land.sued], betreiber)
    assert list(possible_circuits(land.event)) == [circuit]
    sources = [ChosenSource(circuit)]
    rule = services.set_rule(land.event, None, sources, way="share", percent=30, closes_on=TODAY + DAY)
    said = "Grand Prix (Grand Prix) ist noch nicht abgeschlossen; die Rangliste kann sich noch ändern."
    assert refused(services.open_places, rule, None) == [said]
    for event in (land.nord, land.sued):
        set_state(event, Event.State.FINAL)
    circuits.set_state(circuit, Circuit.State.FINAL)
    services.open_places(rule, None)
    rule.refresh_from_db()
    offered = {name for _title, name, said in standing(rule) if said == "Antwort offen"}
    # eight players; the two winners share the first place, and one of the two who share the third has the third place
    assert {"Cora Clasen", "Gerd Groß"} < offered <= {"Cora Clasen", "Gerd Groß", "Anna Adler", "Eva Esche"}
    assert len(offered) == 3


def team_evening(land, betreiber, club, name: str, day: datetime.date, teams: str, kind=Team.Kind.TEAM) -> Event:
    """An evening of the four of SC Nord in this order, in teams by their start numbers: 320 230 360 -290."""
    event = championship(club, name, day, "team-open" if kind == Team.Kind.TEAM else "pair-open")
    members = [each.player for each in Membership.objects.filter(club__name="SC Nord").order_by("pk")]
    enter_players(event, members, club_name="SC Nord")
    set_state(event, Event.State.PUBLISHED)
    create_teams(event, kind, teams)
    _play_on(event, betreiber)
    set_state(event, Event.State.FINAL)
    return event


def circuit_of(land, betreiber, *events: Event, **values) -> Circuit:
    days = {"first_day": TODAY - 30 * DAY, "last_day": TODAY - DAY}
    circuit = circuits.create_circuit(land.nord.club, name="Pokal", **days, **values)
    circuits.set_state(circuit, Circuit.State.PUBLISHED)
    circuits.add_stops(circuit, land.nord.club, list(events), betreiber)
    circuits.set_state(circuit, Circuit.State.FINAL)
    return circuit


def test_a_turnierserie_shows_its_teams(land, betreiber, client):
    """Asse 320 230 and Buben 360 -290; then Buben 320 360 and ASSE 230 -290."""
    first = team_evening(land, betreiber, land.nord.club, "Erster", TODAY - 8 * DAY, "Asse: 1 2\nBuben: 3 4")
    second = team_evening(land, betreiber, land.nord.club, "Zweiter", TODAY - 6 * DAY, "ASSE: 2 4\nBuben: 1 3")
    circuit = circuit_of(land, betreiber, first, second)
    page = reverse("circuits:teams", args=[circuit.slug])
    assert f'href="{page}">Rangliste: Mannschaft</a>' in client.get(circuit.get_absolute_url()).text
    [(kind, _table, lines)] = client.get(page).context["tables"]
    names = {entry.start_number: entry.public_name for entry in second.entries.all()}
    assert kind == "Mannschaft"
    assert [
        (line.place, line.person.name, line.value, [entry.public_name for entry in members]) for line, members in lines
    ] == [
        (1, "Buben", 750, [names[1], names[3]]),
        (2, "ASSE", 490, [names[2], names[4]]),
    ]
    none = circuits.create_circuit(land.nord.club, name="Ohne", first_day=TODAY - 30 * DAY, last_day=TODAY - DAY)
    circuits.set_state(none, Circuit.State.PUBLISHED)
    assert "gibt es keine Mannschaften" in client.get(reverse("circuits:teams", args=[none.slug])).text


def test_a_turnierserie_of_teams_is_a_source_with_who_played_last(land, betreiber, sign_in):
    """Asse 320 230 and Buben 360 -290; then Buben 320 360 and ASSE 230 -290: Buben have 750, Asse 490."""
    first = team_evening(land, betreiber, land.nord.club, "Erster", TODAY - 8 * DAY, "Asse: 1 2\nBuben: 3 4")
    second = team_evening(land, betreiber, land.nord.club, "Zweiter", TODAY - 6 * DAY, "ASSE: 2 4\nBuben: 1 3")
    circuit = circuit_of(land, betreiber, first, second)
    single = circuits.create_circuit(land.nord.club, name="Ohne", first_day=TODAY - 30 * DAY, last_day=TODAY - DAY)
    circuits.set_state(single, Circuit.State.PUBLISHED)
    circuits.add_stops(single, land.nord.club, [land.nord], betreiber)
    above = championship(land.top, "Mannschaften", TODAY + 50 * DAY, "team-open")
    assert list(possible_circuits(above)) == [circuit]
    pairs = championship(land.top, "Tandem", TODAY + 50 * DAY, "pair-open")
    assert list(possible_circuits(pairs)) == []
    office = sign_in(land.ida)
    sent = {f"use-c{circuit.pk}": "on", "way": "share", "percent": "50", "by": "starters", "answer_days": "7"}
    sent["closes_on"] = (TODAY + DAY).isoformat()
    assert told(office.post(at("rule", above.slug), sent, follow=True)) == ["Die Quote ist gespeichert."]
    page = office.get(at("overview", above.slug))
    assert [(line.title, line.counted, line.places) for line in page.context["quota"].lines] == [("Pokal", 2, 1)]
    assert told(office.post(at("open_places", above.slug), follow=True)) == ["1 Platz ist angeboten."]
    rule = Qualification.objects.get(event=above)
    assert standing(rule) == [("Pokal", "Buben", "Antwort offen"), ("Pokal", "ASSE", "1. Nachrücker")]
    services.answer(contestant(rule, "Buben"), True)
    assert enter_accepted(rule) == (1, ())
    [team] = above.teams.all()
    assert [team.name, *(str(each.entry) for each in team.members.all())] == ["Buben", "1 Anna Adler", "2 Cora Clasen"]


def test_pairs_of_a_turnierserie_go_on_as_what_they_were(land, betreiber):
    """Mixed where there are no Tandems; of a team only the best evening counts: 550 against 680."""
    kind = Team.Kind.MIXED
    first = team_evening(land, betreiber, land.nord.club, "Erster", TODAY - 8 * DAY, "Herz: 1 2\nKaro: 3 4", kind)
    second = team_evening(land, betreiber, land.nord.club, "Zweiter", TODAY - 6 * DAY, "Herz: 2 4\nKaro: 1 3", kind)
    circuit = circuit_of(land, betreiber, first, second, rule=write_rule(TableRule(unit="evening", best=1)))
    above = championship(land.top, "Paare", TODAY + 50 * DAY, "pair-open")
    sources = [ChosenSource(circuit, 1)]
    rule = services.set_rule(above, None, sources, way="fixed", places=1, closes_on=TODAY + DAY)
    services.open_places(rule, None)
    rule.refresh_from_db()
    assert standing(rule) == [("Pokal", "Karo", "Antwort offen"), ("Pokal", "Herz", "1. Nachrücker")]
    services.answer(contestant(rule, "Karo"), True)
    assert enter_accepted(rule) == (1, ())
    assert [team.kind for team in above.teams.all()] == [kind]


# ---- What is to be done


def test_the_office_is_told_what_is_to_be_done(land):
    def said() -> list[str]:
        event = Event.objects.select_related("club").prefetch_related("rounds").get(pk=land.event.pk)
        event.club_held = Role.SPIELLEITUNG
        return [action.sentence for action in of_event(event, land.ida)]

    assert said() == ["Noch nimmt niemand teil: Namen einfügen, eintippen oder im Register ankreuzen."]
    rule = set_rule(land, 1, 1)
    assert said() == ["Qualifikation: Noch sind keine Plätze angeboten."]
    services.open_places(rule, land.ida)
    assert said() == ["Qualifikation: 2 Antworten sind offen."]
    rule.refresh_from_db()
    services.answer(contestant(rule, "Gerd Groß"), True)
    assert said() == ["Qualifikation: 1 hat zugesagt und ist noch nicht eingetragen."]
