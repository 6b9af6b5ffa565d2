"""Help: one text on the site and in the repository, in every language; each page of the site leads to a section."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

from skatliga.manual.pages import FOLDER, KEYS, every_place, page_in, sections_of, where_helps
from web.addresses import names
from web.desk import text_of
from web.german import OTHERS


@pytest.mark.parametrize("key", KEYS)
def test_all_languages_have_the_same_sections_and_pictures(key):
    sections, pictures = re.compile(r'<h2 id="([^"]+)">'), re.compile(r'src="([^"]+)"')
    german, *others = (page_in(key, language) for language, _name in settings.LANGUAGES)
    assert sections.findall(german.html) == sections_of(key) != []
    for other in others:
        assert sections.findall(other.html) == sections_of(key)
        assert pictures.findall(other.html) == pictures.findall(german.html)
        assert other.title != german.title


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_a_page_is_short_and_its_pictures_and_links_are_there(client, db, key, language):
    answer = client.get(reverse("manual:page", args=[key]), headers={"Accept-Language": language})
    article = answer.text.partition("<article")[2].partition("</article>")[0]
    assert page_in(key, language).title in answer.text and len(article.split()) < 900
    for picture in re.findall(r'src="/static/([^"]+)"', article):
        assert finders.find(picture), picture
    own = re.findall(r'href="([^"]+)"', article)
    assert {client.get(link).status_code for link in own} <= {200}
    assert "<script" not in article and "](" not in article


def test_every_page_of_help_is_on_the_site():
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(KEYS)
    for language in OTHERS:
        assert sorted(path.stem for path in (FOLDER / language).glob("*.md")) == sorted(KEYS)


def test_every_sign_leads_to_a_section_that_is_there():
    assert [(key, section) for key, section in every_place() if section and section not in sections_of(key)] == []


def test_every_sign_in_a_part_of_a_page_leads_to_a_section_that_is_there():
    signs = [
        sign
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for sign in re.findall(r'{% help_sign "([^"]+)" "([^"]+)" %}', path.read_text(encoding="utf-8"))
    ]
    assert signs and [sign for sign in signs if sign[1] not in sections_of(sign[0])] == []


def test_every_app_with_pages_has_help():
    without = {name.partition(":")[0] for name in names() if ":" in name and not where_helps(name)}
    assert without == {"api", "api_v1", "hall", "manual", "operations", "todo"}


def test_a_page_has_one_sign_at_its_heading(client, event):
    page = client.get(reverse("standings:ranking", args=[event.slug])).text
    assert page.count('class="help-sign"') == 1
    heading = re.search("<h1.*?</h1>", page, re.DOTALL)[0]
    assert 'href="/hilfe/player/#meine-ergebnisse-finden"' in heading
    assert "Meine Ergebnisse finden" in text_of(client.get("/hilfe/player/"))
