"""The rule books for readers: the engine's words in two languages, the form of a deal, pages and calculator."""

import re
from dataclasses import replace
from functools import partial
from itertools import islice
from string import Formatter
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import translation
from whole import sample

from scoring import BOOKS, Deal, Replacement, ScoreRow, ScoreSheet, evaluate, explain, parse
from scoring import wording as german
from scoring.corrections import find_corrections
from scoring.deal import DEFAULTS
from scoring.deal_json import deal_fields, read_deal
from scoring.foot_check import Footer, PaperFoot, check
from scoring.legal import accounts, same_account
from skatliga.rules import wording
from skatliga.rules.books import paragraphs
from skatliga.rules.calculator import to_query
from skatliga.rules.forms import DealForm, for_other_game

ISKO = BOOKS["isko-2022"]
EN_DEUX = BOOKS["skat-en-deux"]
OF_1886 = BOOKS["skatordnung-1886"]


def page(client, book, language="de", name="book", **asked):
    """The page of a book as a visitor without an account gets it."""
    address = reverse(f"rules:{name}", args=[book.key])
    return client.get(f"{address}?{urlencode(asked, doseq=True)}", headers={"accept-language": language})


def part(client, book, target, **asked):
    """A part of the page, as htmx asks for it."""
    address = reverse("rules:book", args=[book.key])
    headers = {"hx-request": "true", "hx-target": target}
    return client.get(f"{address}?{urlencode(asked, doseq=True)}", headers=headers)


def score(response):
    """The number in large print."""
    found = re.search(r'<p class="score[^"]*">([^<]*)</p>', response.content.decode())
    return found and int(found[1].replace("−", "-"))


def placeholders(template: str) -> set[tuple[str, str]]:
    return {(name, spec) for _, name, spec, _ in Formatter().parse(template) if name is not None}


class TestWording:
    def test_every_template_has_the_same_placeholders_in_english(self):
        with translation.override("en"):
            assert {code: placeholders(text) for code, text in wording.words().templates.items()} == {
                code: placeholders(text) for code, text in german.TEMPLATES.items()
            }

    def test_no_english_sentence_was_left_in_german(self):
        words = re.compile(r"\b(bitte|nicht|oder|und|ist|sind|Spiel|Platz|mit|ohne|der|die|das)\b|[„äöüß]")
        with translation.override("en"):
            assert [text for text in wording.words().templates.values() if words.search(text)] == []

    def test_a_word_that_is_one_in_german_may_be_two_in_english(self):
        assert (wording.name("spielpunkte"), wording.name("foot_spielpunkte")) == ("Spielpunkte", "Spielpunkte")
        with translation.override("en"):
            assert (wording.name("spielpunkte"), wording.name("foot_spielpunkte")) == ("game points", "Game points")

    @pytest.mark.parametrize(
        ("language", "sentences"),
        [
            (
                "de",
                [
                    "Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich.",
                    "19 ist kein Reizwert; bitte den nächsten möglichen Wert angeben oder das Feld leer lassen.",
                ],
            ),
            (
                "en",
                [
                    "Grand has 1 to 4 Spitzen, with or without; 5 is not possible.",
                    "19 is no legal bid; please give the next possible one or leave the field empty.",
                ],
            ),
        ],
    )
    def test_violations_are_said_in_the_language_of_the_visitor(self, language, sentences):
        violations = ISKO.check(Deal("grand", spitzen=5, bid=19, won=True))
        with translation.override(language):
            assert [wording.sentence(violation) for violation in violations] == sentences

    def test_games_and_books_within_a_sentence_are_in_its_language_too(self):
        (replacement,) = ISKO.check(Deal("null", bid=24, won=False))
        (unknown,) = ISKO.check(Deal("ramsch"))
        with translation.override("en"):
            assert wording.sentence(replacement) == (
                "Null is worth 23, the bid was 24: the game is lost and charged as another one. Please give the"
                " replacement game with its Spitzen; the cheapest possible one is Clubs with 1 (value 24)."
            )
            assert wording.sentence(unknown) == (
                "There is no game “ramsch” in the rule book International Skat Order; please give one of its games."
            )

    def test_findings_come_without_their_row(self):
        rows = (ScoreRow(4, parse("191+", ISKO)[1], running=20),)
        (finding,) = (found for found in evaluate(ScoreSheet(ISKO, seats=3, rows=rows)).findings if found.row)
        assert wording.sentence(finding) == "Platz 4 sitzt nicht am Tisch; bitte den Platz ändern."
        with translation.override("en"):
            assert wording.sentence(finding) == "Seat 4 is not at the table; please change the seat."

    def test_misread_notation(self):
        misread = parse("197+", ISKO, active=(2, 3, 4), dealer=1)
        assert wording.sentence(misread) == "Platz 1 gibt und sitzt aus; bitte den Platz ändern."
        with translation.override("en"):
            assert wording.sentence(misread) == "Seat 1 deals and sits out; please change the seat."

    def test_mismatches_and_corrections_of_a_footer(self):
        feet = (
            PaperFoot(19, 3, 1, 329),
            PaperFoot(292, 10, 3, 792),
            PaperFoot(473, 12, 2, 1152),
            PaperFoot(172, 14, 2, 952),
        )
        footer = Footer(deals=48, eingepasst=1, others_bonus=30, feet=feet)
        things = [*check(footer), *find_corrections(footer)]
        assert [wording.sentence(thing) for thing in things] == [
            "Gesamt bei Platz 3: geschrieben 1152, gerechnet 1153 (+1): die Zeile prüfen.",
            "Summe aller Gesamt: geschrieben 3225, gerechnet 3226 (+1): die Zeilen prüfen.",
            "Gesamt bei Platz 3: 1152 statt 1153 (auf dem Zettel verrechnet)?",
            "Spielpunkte bei Platz 3: 473 statt 472 (Nachbartaste)?",
        ]
        with translation.override("en"):
            assert [wording.sentence(thing) for thing in things] == [
                "Total at seat 3: written 1152, computed 1153 (+1): check the line.",
                "Sum of all totals: written 3225, computed 3226 (+1): check the lines.",
                "Total at seat 3: 1152 instead of 1153 (added up wrongly on paper)?",
                "Game points at seat 3: 473 instead of 472 (neighbouring key)?",
            ]
            hinted = replace(
                footer, feet=(*feet[:1], PaperFoot(292, 10, 4, 792), PaperFoot(473, 12, 2, 1153), *feet[3:])
            )
            assert [wording.sentence(one) for one in find_corrections(hinted)] == [
                "Lost at seat 2: 4 instead of 3 (miscounted, all others -30)?"
            ]

    def test_accounts_are_spoken_and_itemised_in_the_language_of_the_visitor(self):
        account = ISKO.value(Deal("herz", spitzen=-2, hand=True, won=False))
        assert wording.account_text(account) == "ohne 2, Spiel 3, Hand 4 mal Herz 10 = 40; verloren, doppelt: -80"
        with translation.override("en"):
            assert wording.account_text(account) == "without 2, game 3, Hand 4 times Hearts 10 = 40; lost, doubled: -80"
            assert [(item.label, item.count, item.rule) for item in wording.items(account)] == [
                ("without 2", 2, "ISkO 2.3"),
                ("game", 1, "ISkO 2.5"),
                ("Hand", 1, "ISkO 2.5"),
                ("Hearts", 10, "ISkO 2.4"),
                ("lost, doubled", 2, "ISkO 2.4.1"),
            ]

    def test_a_replacement_game_is_named_in_the_account(self):
        account = ISKO.value(Deal("null", bid=27, won=False, replacement=Replacement("karo", -2)))
        with translation.override("en"):
            assert wording.account_text(account) == (
                "Null 23; bid 27: overbid, charged as Diamonds without 2, 3 times 9 = 27, lost, doubled: -54"
            )

    def test_in_german_every_account_reads_as_the_engine_says_it(self):
        for book in BOOKS.values():
            for account in accounts(book)[:: max(1, len(accounts(book)) // 200)]:
                assert wording.account_text(account) == account.text
                assert tuple(wording.items(account)) == account.items

    def test_any_other_language_is_german(self):
        with translation.override("fr"):
            assert (wording.name("kreuz"), wording.title(EN_DEUX)) == ("Kreuz", "Skat en deux")
            assert wording.title(ISKO) == "Internationale Skatordnung"
        with translation.override("en-gb"):
            assert (wording.name("kreuz"), wording.title(ISKO)) == ("Clubs", "International Skat Order")


def _said_in(deal: Deal) -> tuple[str, frozenset[str]]:
    """The game and what is said besides: deals that say the same things fill the same fields."""
    said = {name for name, value in deal._asdict().items() if value != DEFAULTS.get(name) and value is not False}
    return deal.game, frozenset(said)


class TestForm:
    @pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
    def test_a_deal_shown_and_sent_back_has_the_same_account(self, book):
        found = [account.deal for account in accounts(book)]
        overbid = [deal for score in (-54, -96, -27) for deal in islice(explain(book, score), 40)]
        for deal in sample((*found[:: len(found) // 250 or 1], *overbid), _said_in, part=8):
            shown = DealForm(book=book, initial=deal)
            assert shown["game"].value() == deal.game
            settings = {name: getattr(deal, name) for name in book.settings}
            form = DealForm(QueryDict(to_query(book, deal)), book=book, settings=settings)
            assert form.is_valid(), (deal, form.errors)
            sent = book.value(form.cleaned_deal)
            assert (sent.score, same_account(sent)) == (book.value(deal).score, same_account(book.value(deal)))

    @pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
    def test_whatever_a_legal_deal_says_has_a_field(self, book):
        for game in book.ways:
            said = {
                name
                for account in accounts(book)
                if account.deal.game == game
                for name, value in account.deal._asdict().items()
                if value != DEFAULTS.get(name) and value is not False
            }
            asked = set(DealForm(book=book, initial={"game": game}).fields)
            assert said - asked <= {"accounting"}

    def test_only_the_fields_of_the_game_are_shown(self):
        names = {
            game: [field.name for field in DealForm(book=ISKO, initial={"game": game}).shown]
            for game in ("grand", "null", "eingepasst")
        }
        assert names == {
            "grand": "spitzen bid hand schneider_angesagt schwarz_angesagt ouvert won schneider schwarz augen stiche"
            " reason".split(),
            "null": "bid replacement replacement_spitzen hand ouvert won augen stiche reason".split(),
            "eingepasst": ["reason"],
        }
        ramsch = DealForm(book=OF_1886, initial={"game": "ramsch"})
        assert [field.name for field in ramsch.shown] == ["losers", "jungfern", "reason"]

    def test_what_is_wrong_stands_on_its_field(self):
        form = DealForm({"game": "grand", "spitzen": "5", "bid": "19", "won": "True"}, book=ISKO)
        assert not form.is_valid()
        assert form.errors == {
            "spitzen": ["Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich."],
            "bid": ["19 ist kein Reizwert; bitte den nächsten möglichen Wert angeben oder das Feld leer lassen."],
        }
        assert [violation.rule for violation in form.violations] == ["ISkO 2.3", "ISkO 3.3"]

    def test_with_a_verdict_a_stage_not_ticked_was_not_reached(self):
        form = DealForm({"game": "karo", "spitzen": "-1", "won": "True", "schneider": "on"}, book=ISKO)
        assert form.is_valid()
        assert form.cleaned_deal == Deal("karo", -1, won=True, schneider=True, schwarz=False)

    def test_beside_a_count_a_stage_not_ticked_is_left_to_the_count(self):
        data = {"game": "karo", "spitzen": "-1", "bid": "22", "won": "True", "augen": "90", "stiche": "9"}
        form = DealForm(data, book=ISKO)
        assert form.is_valid()
        assert form.cleaned_deal == Deal("karo", -1, bid=22, won=True, augen=90, stiche=9)

    def test_schwarz_brings_schneider(self):
        form = DealForm({"game": "karo", "spitzen": "1", "won": "True", "schwarz": "on"}, book=ISKO)
        assert form.is_valid()
        assert ISKO.value(form.cleaned_deal).score == 9 * 4

    def test_the_replacement_of_a_null_is_chosen_in_two_fields(self):
        data = {"game": "null", "bid": "27", "won": "False", "replacement": "karo", "replacement_spitzen": "-2"}
        form = DealForm(data, book=ISKO)
        assert form.is_valid()
        assert form.cleaned_deal == Deal("null", bid=27, won=False, replacement=Replacement("karo", -2))
        assert read_deal(deal_fields(form.cleaned_deal), ISKO).deal == form.cleaned_deal

    def test_losers_of_a_ramsch_are_ticked_by_name(self):
        seats = [(1, "Anna"), (3, "Cora"), (4, "Dora")]
        data = QueryDict("game=ramsch&losers=1&losers=4&jungfern=1")
        form = DealForm(data, book=OF_1886, seats=seats)
        assert form.is_valid()
        assert form.cleaned_deal == Deal("ramsch", losers=(1, 4), jungfern=1)
        assert [str(choice.choice_label) for choice in form["losers"]] == ["Anna", "Cora", "Dora"]

    def test_gifts_are_chosen_in_their_order_and_null_has_only_one(self):
        gifts = {
            game: DealForm(book=EN_DEUX, initial={"game": game}).fields["schenken"].choices for game in ("karo", "null")
        }
        assert gifts["karo"] == [
            ("", "–"),
            ("spiel", "Spiel"),
            ("schneider", "Schneider"),
            ("spiel schneider", "Spiel, dann Schneider"),
        ]
        assert gifts["null"] == [("", "–"), ("spiel", "Spiel")]

    def test_settings_come_from_the_table_and_not_from_the_form(self):
        data = QueryDict("game=herz&spitzen=2&hand=on&offen=on&won=True&hand_doubled=on")
        form = DealForm(data, book=EN_DEUX, settings={"hand_doubled": False})
        assert form.is_valid()
        assert "hand_doubled" not in form.fields
        assert EN_DEUX.value(form.cleaned_deal).score == 50

    def test_another_game_keeps_what_was_typed_and_refuses_nothing_yet(self):
        data = QueryDict("prefix-game=null&prefix-spitzen=3&prefix-hand=on&prefix-bid=23")
        form = for_other_game(partial(DealForm, book=ISKO), data, "prefix")
        assert not form.is_bound
        assert [(field.name, field.value()) for field in form.shown][:4] == [
            ("bid", "23"),
            ("replacement", None),
            ("replacement_spitzen", None),
            ("hand", True),
        ]

    def test_labels_are_in_the_language_of_the_visitor(self):
        with translation.override("en"):
            form = DealForm(book=ISKO)
            assert [form.fields[name].label for name in ("spitzen", "bid", "schneider_angesagt", "stiche")] == [
                "Spitzen",
                "Bid",
                "Schneider announced",
                "Tricks",
            ]
            assert form.fields["spitzen"].widget.choices[1] == (1, "with 1")


class TestPages:
    @pytest.mark.parametrize("language", ["de", "en"])
    @pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
    def test_a_book_is_there_for_everybody_without_asking_the_database(
        self, client, db, django_assert_num_queries, book, language
    ):
        with django_assert_num_queries(0):
            for name in ("book", "scores"):
                response = page(client, book, language, name)
                assert response.status_code == 200
                with translation.override(language):
                    assert f"<h1>{wording.title(book)}" in response.content.decode() or name == "scores"

    def test_all_books_are_listed(self, client, db, django_assert_num_queries):
        with django_assert_num_queries(0):
            text = client.get(reverse("rules:books")).content.decode()
        assert [key for key in BOOKS if f'href="/regeln/{key}/"' in text] == list(BOOKS)

    def test_a_book_that_does_not_exist_is_not_found(self, client, db):
        for name in ("book", "scores"):
            assert client.get(reverse(f"rules:{name}", args=["isko-1066"])).status_code == 404

    def test_the_value_table_is_that_of_the_rules(self, client, db):
        contents = page(client, ISKO).context["contents"]
        assert [(base.label, base.value) for base in contents.bases] == [
            ("Karo", 9),
            ("Herz", 10),
            ("Pik", 11),
            ("Kreuz", 12),
            ("Grand", 24),
        ]
        table = dict(contents.table)
        assert table[2] == [18, 20, 22, 24, 48]
        assert table[11] == [99, 110, 121, 132, 264]
        assert table[18] == [162, 180, 198, 216, None]
        assert len(table) == 17

    def test_games_that_are_not_multiplied_stand_by_themselves(self, client, db):
        fixed = {book.key: [entry[:2] for entry in page(client, book).context["fixed"]] for book in BOOKS.values()}
        assert fixed["isko-2022"] == [
            ("Null", "23"),
            ("Null Hand", "35"),
            ("Null ouvert", "46"),
            ("Null ouvert Hand", "59"),
            ("Eingepasst", "0"),
        ]
        assert fixed["offiziersskat"] == [("Einfach", "2"), ("Schneider", "3"), ("Schwarz", "4")]
        assert ("Ramsch, … Augen", "0 bis 120") in fixed["hausrunde"]

    def test_overbid_games_are_shown_by_example_where_a_bid_can_lose_a_game(self, client, db):
        shown = {book.key: [each.text for each in page(client, book).context["overbids"]] for book in BOOKS.values()}
        assert shown["isko-2022"][0] == (
            "mit 1, Spiel 2 mal Karo 9 = 18; gereizt 20: überreizt, 3 mal 9 = 27, verloren, doppelt: -54"
        )
        assert shown["altenburg"][1].endswith("4 mal 9 = 36, verloren: -36")
        assert (shown["hausrunde"], shown["offiziersskat"]) == ([], [])

    @pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
    def test_every_rule_of_a_book_stands_at_its_paragraph(self, book):
        found = paragraphs(book)
        assert {paragraph.rule for paragraph in found} == set(book.rules.values())
        assert sum(len(each.counted) + len(each.refused) for each in found) == len(book.rules)

    def test_paragraphs_come_in_the_order_of_their_numbers(self):
        assert [paragraph.rule for paragraph in paragraphs(OF_1886)][:6] == ["§3", "§5", "§10", "§11", "§13", "§15"]

    def test_the_event_leads_to_the_book_it_is_played_by(self, client, event):
        text = client.get(event.get_absolute_url()).content.decode()
        assert '<a href="/regeln/isko-2022/">Internationale Skatordnung</a>' in text


# (rule book, what is asked, score): published values, or by hand from a published rule.
PUBLISHED = [
    ("isko-2022", {"game": "grand", "spitzen": 4, "ouvert": "on", "augen": 120, "stiche": 10}, 264),
    ("isko-2022", {"game": "kreuz", "spitzen": 2, "ouvert": "on", "augen": 120, "stiche": 10}, 108),
    ("isko-2022", {"game": "kreuz", "spitzen": 11, "ouvert": "on", "augen": 120, "stiche": 10}, 216),
    ("isko-2022", {"game": "herz", "spitzen": 4, "hand": "on", "schneider_angesagt": "on", "won": "True",
                   "schneider": "on"}, 80),
    ("isko-2022", {"game": "pik", "spitzen": 1, "hand": "on", "bid": 44, "augen": 70, "stiche": 6}, -88),
    ("isko-2022", {"game": "kreuz", "spitzen": 1, "hand": "on", "schneider_angesagt": "on", "augen": 89,
                   "stiche": 9}, -120),
    ("isko-2022", {"game": "karo", "spitzen": -1, "bid": 22, "augen": 90, "stiche": 9}, 27),
    ("isko-2022", {"game": "karo", "spitzen": -1, "bid": 22, "augen": 89, "stiche": 9}, -54),
    ("isko-2022", {"game": "karo", "spitzen": -1, "bid": 22, "augen": 0, "stiche": 0}, -72),
    ("isko-2022", {"game": "null", "hand": "on", "ouvert": "on", "won": "False"}, -118),
    ("isko-2022", {"game": "eingepasst"}, 0),
    ("altenburg", {"game": "grand", "spitzen": 4, "ouvert": "on", "augen": 120, "stiche": 10}, 360),
    ("altenburg", {"game": "null", "hand": "on", "won": "False"}, -35),
    ("altenburg", {"game": "null", "hand": "on", "ouvert": "on", "won": "False"}, -59),
    ("skatordnung-1886", {"game": "grand", "mode": "solo", "spitzen": 1, "ouvert": "on", "augen": 120,
                          "stiche": 10}, 144),
    ("skatordnung-1886", {"game": "ramsch", "losers": [1, 2], "jungfern": 1}, -20),
    ("skat-en-deux", {"game": "herz", "spitzen": 2, "hand": "on", "offen": "on", "won": "True",
                      "hand_doubled": "on"}, 100),
    ("skat-en-deux", {"game": "herz", "spitzen": 2, "hand": "on", "offen": "on", "won": "True"}, 50),
    ("offiziersskat", {"game": "pik", "augen": 61, "stiche": 9, "accounting": "einfach"}, 2),
    ("offiziersskat", {"game": "pik", "augen": 30, "stiche": 4}, -3),
    ("offiziersskat", {"game": "pik", "augen": 61, "stiche": 9, "spitzen": -2, "accounting": "skatordnung"}, 33),
    ("hausrunde", {"game": "ramsch", "augen": 70, "schieben": 1, "jungfern": 0}, -140),
    ("hausrunde", {"game": "ramsch", "augen": 70, "schieben": 2, "jungfern": 0, "ramsch_limit": 100}, -100),
]  # fmt: skip


class TestCalculator:
    @pytest.mark.parametrize(("key", "asked", "expected"), PUBLISHED)
    def test_the_score_is_the_published_one(self, client, db, key, asked, expected):
        assert score(page(client, BOOKS[key], **asked)) == expected

    def test_account_items_and_paragraphs_are_shown(self, client, db):
        response = page(client, ISKO, game="herz", spitzen=-2, hand="on", won="False")
        text = response.content.decode()
        assert "<p>ohne 2, Spiel 3, Hand 4 mal Herz 10 = 40; verloren, doppelt: -80</p>" in text
        assert (
            '<td>verloren, doppelt</td><td class="number">2</td><td><a href="/regeln/isko-2022/#p-isko-2-4-1">' in text
        )
        assert "<code>10o2.-</code>" in text
        english_text = page(client, ISKO, "en", game="herz", spitzen=-2, hand="on", won="False").content.decode()
        assert "<p>without 2, game 3, Hand 4 times Hearts 10 = 40; lost, doubled: -80</p>" in english_text

    def test_an_address_without_a_deal_shows_an_example(self, client, db):
        assert {key: score(page(client, book)) for key, book in BOOKS.items()} == {
            "isko-2022": 18,
            "altenburg": 18,
            "skatordnung-1886": 2,
            "skat-en-deux": 18,
            "offiziersskat": 2,
            "hausrunde": 18,
        }

    def test_what_cannot_be_is_listed_with_field_and_paragraph(self, client, db):
        response = page(client, ISKO, game="grand", spitzen=5, won="True")
        assert score(response) is None
        assert (
            "<li><strong>Spitzen</strong> Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich."
            ' <span class="soft"><a href="/regeln/isko-2022/#p-isko-2-3">ISkO 2.3</a></span></li>'
        ) in response.content.decode()

    def test_the_compact_notation_fills_the_form(self, client, db):
        response = page(client, ISKO, kurzschrift="20o2.-")
        form = response.context["form"]
        assert [form[name].value() for name in ("game", "spitzen", "hand", "won")] == ["herz", -2, True, False]
        assert score(response) == -80
        assert "<code>20o2.-</code>" in response.content.decode()

    def test_notation_that_cannot_be_read_is_explained(self, client, db):
        response = page(client, ISKO, kurzschrift="195")
        assert "Die Eingabe ist noch nicht zu Ende; sie schließt mit + oder -." in response.content.decode()
        assert score(response) is None

    def test_a_book_that_the_notation_cannot_say_has_none(self, client, db):
        response = page(client, EN_DEUX, kurzschrift="20o2.-")
        assert 'name="kurzschrift"' not in response.content.decode()
        assert score(response) == 18

    @pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", '"><img src=x>', "%(x)s {x} \x00", "9" * 5000])
    def test_whatever_is_asked_comes_back_harmless(self, client, db, hostile):
        names = ("game", "spitzen", "bid", "won", "augen", "replacement", "kurzschrift", "wert", "mode", "losers")
        for book in (ISKO, OF_1886):
            answers = [page(client, book, "de", "scores", wert=hostile)]
            for name in names:
                asked = {"game": "ramsch" if name == "losers" else "null"} if name != "kurzschrift" else {}
                answers.append(page(client, book, **asked | {name: hostile}))
            for response in answers:
                assert response.status_code == 200
                assert "<script>alert" not in response.content.decode()
                assert "<img src=x" not in response.content.decode()


class TestLiveCalculator:
    def test_the_result_alone_and_an_address_to_pass_on(self, client, db):
        response = part(client, ISKO, "ergebnis", game="herz", spitzen=-2, bid="", hand="on", won="False")
        assert score(response) == -80
        assert "<html" not in response.content.decode()
        assert response["HX-Replace-Url"] == "/regeln/isko-2022/?game=herz&spitzen=-2&hand=on&won=False"
        assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))

    def test_another_game_brings_its_fields_and_nothing_else(self, client, db):
        text = part(client, ISKO, "spielangaben", game="null", spitzen=3, hand="on").content.decode()
        assert 'name="replacement"' in text
        assert 'name="spitzen"' not in text
        assert re.search(r'name="hand"[^>]*checked', text)
        assert "errorlist" not in text

    def test_notation_renews_the_whole_calculator_once_it_can_be_read(self, client, db):
        response = part(client, ISKO, "rechner", kurzschrift="20o2.-")
        assert score(response) == -80
        unread = part(client, ISKO, "rechner", kurzschrift="20o2.")
        assert unread["HX-Retarget"] == "#lesefehler"
        assert unread.content.decode().strip() == (
            '<p class="wrong-sentence">Die Eingabe ist noch nicht zu Ende; sie schließt mit + oder -.</p>'
        )


class TestBackwards:
    def test_all_games_with_a_score_lead_to_the_calculator(self, client, db):
        response = page(client, ISKO, "de", "scores", wert=-46)
        answers = response.context["answers"]
        assert [(answer.text, answer.notation) for answer in answers] == [("Null 23; verloren, doppelt: -46", "133-")]
        assert score(client.get(f"/regeln/isko-2022/?{answers[0].query}")) == -46

    def test_a_score_that_no_game_has_is_said_to_be_none(self, client, db):
        text = page(client, ISKO, "de", "scores", wert=19).content.decode()
        assert "So viel zählt kein Spiel." in text

    def test_the_first_fifty_are_shown(self, client, db):
        response = page(client, OF_1886, "de", "scores", wert=-60)
        assert len(response.context["answers"]) == 50
        assert "Das sind die ersten 50; es gibt mehr." in response.content.decode()

    def test_all_scores_are_listed_when_asked_for(self, client, db):
        assert "won" not in page(client, ISKO, "de", "scores").context
        context = page(client, ISKO, "de", "scores", alle=1).context
        assert len(context["won"]) == 63
        assert context["won"][:10] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36]
        assert context["lost"][0] == -36
