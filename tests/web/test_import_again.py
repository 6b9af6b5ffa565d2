"""What comes in a second time: renamed evenings, halves before wholes, annulled lists, shared days of a Skat server."""

import datetime
from functools import partial
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from skatliga.events.models import Entry, Event, Seat
from skatliga.events.services import change_event, set_state
from skatliga.exchange.evenings.file_lines import Source
from skatliga.exchange.evenings.import_evenings import import_evenings
from skatliga.exchange.evenings.import_report import Summary, sum_up
from skatliga.exchange.evenings.iss_file import read_days, stored_in
from skatliga.exchange.evenings.name_matching import Register, ServerParticipants
from skatliga.exchange.models import FileName, RecordedGames
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.lists.models import Row, Sheet
from skatliga.lists.services import Change, strike_rows
from skatliga.lists.workflow import move
from skatliga.people.services import add_player, merge_players
from web.test_club_import import (  # noqa: F401  one of them is a fixture
    FIRST,
    HEAD,
    PAST,
    folder,
    imported,
    states,
    text_of,
    told,
    traces,
    upload,
    written,
)
from web.test_iss_import import RULES, lists, record, rotating
from web.test_iss_import import imported as imported_games
from web.test_iss_import import told as told_games

pytestmark = pytest.mark.django_db
OTHER_TABLE = written(label="B", place="1;2", seats="Dora;Emil;Ilse")
SECOND_SERIE = written(label="C", place="2;1", seats="Dora;Bert Brandt;Anna Ärmel")


def annul(sheet, reason, user):
    move(sheet.pk, "annulled", Change(sheet.revision, user, reason))


def rename(event, **fields):
    kept = {name: getattr(event, name) for name in ("name", "date")}
    change_event(event, rounds=event.rounds.count(), **{**kept, **fields})


def read_before(club, lines):
    """The evenings of a file of records, read before anything else happens."""
    content = "".join(lines).encode()
    stored = stored_in(Register(club), "Online-Abend")
    source = Source((), iter(()), size=len(content))
    return list(read_days(source, BytesIO(content), RULES.book, {3: 36, 4: 48}, "Online-Abend", None, stored))


# ---- Tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [{"name": "Neujahrsskat"}, {"date": datetime.date(2015, 1, 8)}])
def test_an_evening_renamed_or_moved_on_the_site_is_known_again(fields, club, anna, bert):
    imported(club, PAST)
    rename(Event.objects.get(date="2015-01-07"), **fields)
    before = traces()
    again = imported(club, PAST)
    assert states(again) == [
        ("Clubabend", "2015-01-07", [("A", "entered", True)]),
        ("Clubabend", "2015-01-14", [("A", "entered", True)]),
    ]
    assert traces() == before


def test_an_evening_made_on_the_site_is_known_by_name_and_day(club, anna, bert):
    imported(club, HEAD + FIRST)
    Event.history.update(history_change_reason=None)
    assert [report.new for report in imported(club, PAST)] == [False, True]


def test_an_evening_corrected_on_the_site_and_in_the_file_alike_is_known(club, anna, bert):
    imported(club, HEAD + FIRST)
    rename(Event.objects.get(), date=datetime.date(2015, 1, 8))
    before = traces()
    again = imported(club, HEAD + FIRST.replace("7.1.2015", "8.1.2015"))
    assert states(again) == [("Clubabend", "2015-01-08", [("A", "entered", True)])]
    assert traces() == before


def test_half_a_file_first_and_then_the_whole(club, anna, bert):
    imported(club, HEAD + FIRST)
    kept = list(Sheet.objects.values_list("pk", "table", "revision"))
    [report] = imported(club, HEAD + FIRST + OTHER_TABLE + SECOND_SERIE)
    assert states([report]) == [
        ("Clubabend", "2015-01-07", [("A", "entered", True), ("B", "entered", False), ("C", "entered", False)])
    ]
    event = Event.objects.get()
    assert [round.tables.count() for round in event.rounds.all()] == [2, 1]
    assert list(Sheet.objects.filter(pk=kept[0][0]).values_list("pk", "table", "revision")) == kept
    assert list(event.entries.values_list("start_number", "name")) == [
        *((1, "Anna Ärmel"), (2, "Bert Brandt"), (3, "Gast")),
        *((4, "Dora"), (5, "Emil"), (6, "Ilse")),
    ]
    summary = Summary()
    sum_up(iter([report]), summary)
    assert [(line.label, line.place, line.became) for line in summary.shown] == [
        ("A", "Serie 1, Tisch 1", "gibt es schon"),
        ("B", "Serie 1, Tisch 2", "neu"),
        ("C", "Serie 2, Tisch 1", "neu"),
    ]


def test_the_rest_of_an_evening_is_only_told_by_a_dry_run(club, anna, bert):
    imported(club, HEAD + FIRST)
    before = traces()
    [report] = imported(club, HEAD + FIRST + OTHER_TABLE + SECOND_SERIE, dry_run=True)
    assert [(outcome.label, outcome.present) for outcome in report.outcomes] == [
        ("A", True),
        ("B", False),
        ("C", False),
    ]
    assert (report.members, report.guests, report.new) == (0, 3, False)
    assert (traces(), Event.objects.get().rounds.count()) == (before, 1)


def test_a_closed_evening_takes_no_further_lists(club, anna, bert):
    imported(club, HEAD + FIRST)
    for state in (Event.State.PUBLISHED, Event.State.FINAL):
        set_state(Event.objects.get(), state)
    before = traces()
    [report] = imported(club, HEAD + FIRST + SECOND_SERIE)
    closed = "Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."
    assert states([report]) == [("Clubabend", "2015-01-07", [("A", "entered", True), ("C", "", False)])]
    assert told([report]) == [(5, closed)]
    assert traces() == before


def test_nobody_sits_at_two_tables_because_a_file_says_so(club, anna, bert):
    imported(club, HEAD + FIRST)
    before = traces()
    both = written(label="B", place="1;2", seats="Dora;Emil;Gast") + written(label="C", place="2;1", seats="Dora;E;F")
    [report] = imported(club, HEAD + FIRST + both)
    assert told([report]) == [(5, "3 Gast sitzt an Tisch 1 und an Tisch 2.")]
    assert states([report])[0][2] == [("A", "entered", True), ("B", "", False), ("C", "entered", False)]
    # Dora of the refused table has come all the same, in the second Serie; Emil has not.
    assert list(Entry.objects.values_list("name", flat=True)) == ["Anna Ärmel", "Bert Brandt", "Gast", "Dora", "E", "F"]
    assert report.guests == 3
    assert traces() != before


def test_a_list_that_differs_is_named_with_its_row_and_stays(club, anna, bert):
    imported(club, HEAD + FIRST)
    before = traces()
    changed = imported(club, HEAD + FIRST.replace("143.+", "144.+"))
    assert told(changed) == [
        (
            3,
            "Diese Liste gibt es schon, aber anders, zuerst in Spiel 2: dort 143.+ +120, in der Datei 144.+ +144."
            " Sie bleibt, wie sie ist.",
        )
    ]
    shorter = imported(club, HEAD + "".join(FIRST.splitlines(keepends=True)[:2]))
    assert [message for _line, message in told(shorter)] == [
        "Diese Liste gibt es schon, aber anders, zuerst in Spiel 3: dort 302/- -80, in der Datei nichts."
        " Sie bleibt, wie sie ist."
    ]
    assert traces() == before


@pytest.mark.parametrize("changed", [False, True])
def test_an_annulled_list_stays_annulled(changed, club, anna, bert, schreiber):
    imported(club, HEAD + FIRST)
    sheet = Sheet.objects.get()
    if changed:
        strike_rows(sheet.pk, [2], Change(sheet.revision, schreiber, "verschrieben"))
        sheet.refresh_from_db()
    annul(sheet, "doppelt erfasst", schreiber)
    again = imported(club, HEAD + FIRST)
    assert states(again) == [("Clubabend", "2015-01-07", [("A", "annulled", True)])]
    assert told(again) == [(2, "Diese Liste ist auf der Seite annulliert; sie bleibt es.")]
    assert list(Sheet.objects.values_list("state", flat=True)) == ["annulled"]
    # A corrected list for the same table is another one.
    corrected = imported(club, HEAD + FIRST.replace("221+", "222+"))
    assert states(corrected) == [("Clubabend", "2015-01-07", [("A", "entered", False)])]


# ---- Two members of one name -----------------------------------------------------------------------------------------


def test_an_evening_stays_known_when_a_second_member_of_the_name_comes(club, anna, bert):
    imported(club, PAST)
    add_player(club, first_name="Anna", last_name="Ärmel", number="99")
    before = traces()
    assert [report.good for report in imported(club, PAST)] == [True, True]
    assert traces() == before


def test_a_new_evening_asks_who_of_two_is_meant_and_keeps_the_answer(club, anna, bert):
    add_player(club, first_name="Anna", last_name="Ärmel", number="99")
    [report] = imported(club, HEAD + FIRST + OTHER_TABLE)
    assert states([report])[0][2] == [("A", "", False), ("B", "entered", False)]
    assert told([report]) == [(2, "Anna Ärmel steht mehrmals im Register; bitte die Mitgliedsnummer angeben.")]
    assert report.asked == {"Anna Ärmel"}
    FileName.objects.create(club=club, name="Anna Ärmel", player=anna.player)
    [report] = imported(club, HEAD + FIRST + OTHER_TABLE)
    assert states([report])[0][2] == [("A", "entered", False), ("B", "entered", True)]
    assert Entry.objects.get(name="Anna Ärmel").player == anna.player


def test_a_list_that_is_there_and_names_two_is_refused_alone(club, anna, bert):
    add_player(club, first_name="Anna", last_name="Ärmel", number="99")
    numbers = f"{anna.number};99;Gast"
    imported(club, HEAD + written(seats=numbers))
    [report] = imported(club, HEAD + written(seats="Anna Ärmel;99;Gast") + OTHER_TABLE)
    assert states([report]) == [("Clubabend", "2015-01-07", [("A", "", False), ("B", "entered", False)])]
    assert told([report]) == [(2, "Anna Ärmel steht mehrmals im Register; bitte die Mitgliedsnummer angeben.")]


# ---- Games of the server ---------------------------------------------------------------------------------------------


def test_two_files_that_share_a_day_complete_each_other(club):
    evening = rotating(42)
    first = imported_games(club, evening[:21])
    assert [len(report.imported) for report in first] == [1]
    # The second file has the last games of the first one, and other players besides.
    others = rotating(6, ("dora", "emil", "fritz"), series="8")
    [report] = imported_games(club, evening[15:] + others)
    assert [(outcome.label, outcome.rows, outcome.present) for outcome in report.outcomes] == [
        ("ab Zeile 1", 6, True),
        ("ab Zeile 7", 21, False),
        ("ab Zeile 28", 6, False),
    ]
    assert lists() == [
        (1, 1, ["cora", "anna", "bert"], 21),
        (1, 2, ["fritz", "dora", "emil"], 6),
        (2, 1, ["cora", "anna", "bert"], 21),
    ]
    assert told_games([report]) == []
    whole = imported_games(club, evening + others)
    assert (Row.objects.count(), [len(report.imported) for report in whole]) == (48, [0])


def test_a_day_is_known_whatever_it_is_called(club):
    imported_games(club, rotating(6))
    rename(Event.objects.get(), name="Onlinepokal", date=datetime.date(2021, 5, 9))
    again = imported_games(club, rotating(6))
    renamed = imported_games(club, rotating(6), name="Donnerstag")
    assert [[outcome.present for outcome in report.outcomes] for report in (*again, *renamed)] == [[True], [True]]
    assert (Event.objects.count(), Row.objects.count()) == (1, 6)
    [report] = imported_games(club, [*rotating(6), *rotating(3, ("x", "y", "z"))])
    assert (Event.objects.count(), Row.objects.count(), len(report.imported)) == (1, 9, 1)


def test_games_without_number_or_time_are_known_by_their_moves(club):
    day = datetime.date(2021, 5, 5)
    lines = rotating(3, at="")
    imported_games(club, lines, day)
    [report] = imported_games(club, [line.replace("CO[]", "CO[noch einmal geladen]") for line in lines], day)
    assert (Row.objects.count(), [outcome.present for outcome in report.outcomes]) == (3, [True])


def test_lists_stored_before_games_were_kept_are_known_by_their_places(club):
    imported_games(club, rotating(40))
    RecordedGames.objects.all().delete()
    [report] = imported_games(club, rotating(40))
    assert ([outcome.present for outcome in report.outcomes], Row.objects.count()) == ([True, True], 40)


def test_two_imports_at_once_double_no_games(club):
    evening = rotating(42)
    read = read_before(club, evening)
    imported_games(club, evening[36:])
    [report] = import_evenings(club, read, RULES, partial(ServerParticipants, register=Register(club)), None)
    assert told_games([report]) == [
        (1, "Von diesem Tag hat inzwischen jemand Spiele übernommen; bitte die Datei noch einmal einlesen.")
    ]
    assert Row.objects.count() == 6
    assert [len(report.imported) for report in imported_games(club, evening)] == [1]
    assert Row.objects.count() == 42


def test_a_name_that_two_have_refuses_its_lists_and_not_the_file(club):
    imported_games(club, rotating(3))
    event = Event.objects.get()
    Entry.objects.create(event=event, name="anna", start_number=9)
    others = rotating(3, ("dora", "emil", "fritz"), series="8")
    [report] = imported_games(club, [*rotating(6), *others])
    assert [(outcome.present, bool(outcome.state)) for outcome in report.outcomes] == [
        (True, True),
        (False, False),
        (False, True),
    ]
    assert told_games([report]) == [(4, "anna nimmt mehrmals teil; bitte die Startnummer angeben: 2 oder 9.")]


@pytest.mark.parametrize("annulled", [False, True])
def test_lists_stored_before_games_were_kept_stay_known_when_others_come(annulled, club, schreiber):
    evening, others = rotating(6), rotating(6, ("dora", "emil", "fritz"), series="8")
    imported_games(club, evening)
    RecordedGames.objects.all().delete()
    if annulled:
        annul(Sheet.objects.get(), "Testspiele", schreiber)
    for new in (1, 0):
        [report] = imported_games(club, evening + others)
        assert (len(report.imported), len(report.present), Row.objects.count()) == (new, 2 - new, 12)


def test_an_annulled_list_of_the_server_stays_annulled(club, schreiber):
    imported_games(club, rotating(6))
    annul(Sheet.objects.get(), "Testspiele", schreiber)
    [report] = imported_games(club, rotating(6))
    assert [(outcome.state, outcome.present) for outcome in report.outcomes] == [("annulled", True)]
    assert Sheet.objects.count() == 1


def test_a_whole_game_is_taken_although_a_line_cut_short_came_first(club):
    line = record(("anna", "bert", "cora"))
    imported_games(club, [line[:200] + "\n", line])
    assert Row.objects.count() == 1


def test_names_of_the_server_are_members_where_the_club_said_so(club, anna, bert):
    FileName.objects.create(club=club, name="anna", player=anna.player)
    FileName.objects.create(club=club, name="bert", player=None)
    [report] = imported_games(club, rotating(3))
    assert list(Entry.objects.order_by("name").values_list("name", "player", "club_name")) == [
        ("Anna Ärmel", anna.player_id, club.name),
        ("bert", None, ""),
        ("cora", None, ""),
    ]
    assert (report.members, report.guests, report.asked) == (1, 2, {"cora"})
    [again] = imported_games(club, [*rotating(3), *rotating(6)[3:]])
    assert ([outcome.present for outcome in again.outcomes], Seat.objects.count()) == ([True, False], 6)


def test_one_person_with_two_names_on_the_server_sits_at_one_table_at_a_time(club, anna):
    FileName.objects.create(club=club, name="anna", player=anna.player)
    FileName.objects.create(club=club, name="anna:2", player=anna.player)
    imported_games(club, rotating(3) + rotating(3, ("anna:2", "x", "y")))
    assert [(round, table) for round, table, *_rest in lists()] == [(1, 1), (2, 1)]


def test_a_file_of_names_is_kept_for_later(club, anna, tmp_path):
    records, names = tmp_path / "a.sgf", tmp_path / "namen.csv"
    records.write_text("".join(rotating(3)))
    names.write_text("name;spieler\nanna;Anna Ärmel\nbert;\n")
    printed = StringIO()
    call_command("import_iss", club.slug, str(records), "--names", str(names), "--dry-run", stdout=printed)
    assert "(1): cora" in printed.getvalue() and not FileName.objects.exists()
    call_command("import_iss", club.slug, str(records), "--names", str(names), stdout=printed)
    assert list(FileName.objects.order_by("name").values_list("name", "player")) == [
        ("anna", anna.player_id),
        ("bert", None),
    ]
    names.write_text("name;spieler\nanna;Niemand Da\nbert;77\n")
    with pytest.raises(CommandError) as refused:
        call_command("import_iss", club.slug, str(records), "--names", str(names), stdout=printed)
    assert "Zeile 2: „Niemand Da“ ist niemand oder mehr als einer im Register" in str(refused.value)
    assert "Zeile 3: Die Spielernummer 77 steht nicht im Register des Vereins." in str(refused.value)


def test_the_page_asks_once_who_is_meant(club, anna, leiterin, sign_in, ordered):
    browser = sign_in(leiterin)
    page = upload(browser, club, "".join(rotating(3)), "spiele.sgf").url
    ordered[0].run()
    asked = browser.get(page)
    shown = asked.content.decode()
    assert "Wer ist das?" in shown and ">bert</label>" in shown
    field = {each.label: each.html_name for each in asked.context["names"]}
    answers = {field["anna"]: anna.player_id, field["bert"]: "gast", field["cora"]: ""}
    address = reverse("exchange:name_players", args=[club.slug, page.split("/")[-2]])
    assert browser.post(address, answers).url == page
    ordered[1].run()
    assert list(FileName.objects.order_by("name").values_list("name", "player")) == [
        ("anna", anna.player_id),
        ("bert", None),
    ]
    shown = browser.get(page).content.decode()
    assert ">cora</label>" in shown and ">bert</label>" not in shown
    assert "1 aus dem Register, 2 als Gäste" in text_of(browser.get(page))
    assert Event.objects.count() == 0


def test_an_answer_from_a_page_of_before_means_nobody_else(club, anna, leiterin, sign_in, ordered):
    browser = sign_in(leiterin)
    page = upload(browser, club, "".join(rotating(3)), "spiele.sgf").url
    ordered[0].run()
    field = {each.label: each.html_name for each in browser.get(page).context["names"]}
    address = reverse("exchange:name_players", args=[club.slug, page.split("/")[-2]])
    browser.post(address, {field["anna"]: anna.player_id})
    ordered[1].run()
    browser.post(address, {field["anna"]: anna.player_id})  # by the button „back“: only bert and cora are asked now
    assert list(FileName.objects.values_list("name", "player")) == [("anna", anna.player_id)]


def test_a_guest_of_before_the_name_was_said_goes_with_the_person(club, anna, admin):
    imported_games(club, rotating(3))
    FileName.objects.create(club=club, name="anna", player=anna.player)
    anonymous = erase(PersonRecords(anna.player), admin)
    assert set(Entry.objects.values_list("name", flat=True)) == {anonymous, "bert", "cora"}


def test_a_name_follows_the_player_and_goes_with_the_person(club, anna, bert, admin):
    FileName.objects.create(club=club, name="anna", player=bert.player)
    merge_players(anna.player, bert.player)
    imported_games(club, rotating(3))
    assert Entry.objects.get(player__isnull=False).player == anna.player
    erase(PersonRecords(anna.player), admin)
    assert not FileName.objects.exists()
