# make run    sets everything up the first time and serves the site on http://localhost:8000/ (PORT=… for another port)
# make test   runs all checks and tests, as CI does
# make test-all   the same with every combination instead of samples, for before a release
# make check  in less than a minute what a change needs at once: style, types, the tests nearest to what was touched since
#             the last commit (make check BASE=main: since there); slow ones are left to make test
# make lint   style and types only, of programs, scripts and templates
# make bench  measures the scoring engine and the site: slips of the hand, paper, the largest field, many viewers
# make docs   writes the documents that are made from the code
# make messages   collects the texts into the catalogue of every language, compiles them, and says how far each is;
#             it names what lacks English (make messages IN=pl: what lacks Polish)
# make second FROM=… CODE=…   makes this machine the second one of a hall (docs/admin/hall.md)
# make upgrade VERSION=…   brings an installed site to another version and goes back by itself where that fails (as root)
.PHONY: run second test test-all check lint bench docs messages setup upgrade
.DEFAULT_GOAL := run

run:
	@sh deploy/run.sh

test:
	@sh .ci/test.sh

test-all:
	@WHOLE=1 sh .ci/test.sh

check:
	@BASE=$(or $(BASE),HEAD) sh .ci/check.sh

second:
	@FROM=$(FROM) CODE=$(CODE) sh deploy/second.sh

upgrade:
	@sh deploy/upgrade.sh $(VERSION)

setup:
	@sh deploy/setup.sh test

lint: setup
	.venv/bin/ruff check .
	.venv/bin/mypy
	@sh .ci/scripts.sh

bench: setup
	.venv/bin/python -m scoring bench
	.venv/bin/python -m tests.bench

docs: setup
	.venv/bin/python -m tests.documents

IN ?= en
LANGUAGES := $(foreach language,$(notdir $(wildcard locale/*)),-l $(language))
messages: setup
	.venv/bin/python manage.py makemessages $(LANGUAGES) --no-location --no-wrap --no-obsolete -v0
	.venv/bin/python manage.py compilemessages $(LANGUAGES) -v0
	@for each in locale/*; do printf '%s: ' $$each; msgfmt --statistics -o /dev/null $$each/LC_MESSAGES/django.po; done 2>&1
	@msgattrib --untranslated --no-location locale/$(IN)/LC_MESSAGES/django.po
	@msgattrib --only-fuzzy --no-location locale/$(IN)/LC_MESSAGES/django.po
