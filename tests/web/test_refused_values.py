"""Numbers and texts that no database keeps are refused with a sentence, or are not there."""

import pytest
from django.core.exceptions import ValidationError

from skatliga.desk.forms import NumbersField
from skatliga.events.categories import add_class
from skatliga.events.services import enter_guests


def test_numbers_and_texts_no_database_keeps_are_refused_with_a_sentence(sign_in, betreiber, event):
    browser, page = sign_in(betreiber), f"/veranstaltungen/{event.slug}"
    endless, damen = "9" * 5000, add_class(event, "Damen")
    wishes = browser.post(f"{page}/wuensche/", {"pairs": f"{endless} 1"})
    assert wishes.context["form"].errors.keys() == {"pairs"}
    with pytest.raises(ValidationError, match="Bitte ganze Zahlen"):
        NumbersField().clean(f"5 {endless}")
    renamed = browser.post(f"{page}/klassen/{damen.pk}/umbenennen/", {"name": "Da\0men"}, follow=True)
    assert [str(said) for said in renamed.context["messages"]] == ["Nullzeichen sind nicht erlaubt."]
    assert event.categories.get().name == "Damen"


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_player_with_an_endless_number_is_not_there(sign_in, leiterin, club, anna, number):
    for page in ("", "zusammenfuehren/"):
        assert sign_in(leiterin).get(f"/vereine/{club.slug}/spieler/{number}/{page}").status_code == 404


def test_a_form_goes_back_to_pages_of_this_site_alone(sign_in, betreiber, event):
    enter_guests(event, [("Gast", "")])
    page = f"/turnier/{event.slug}"
    for wanted in ("//example.org/", "https://example.org/", "a\0b"):
        answer = sign_in(betreiber).post(f"{page}/kasse/spieler/1/", {"cents": "0", "next": wanted})
        assert (answer.status_code, "example" in answer["Location"], "\0" in answer["Location"]) == (302, False, False)
