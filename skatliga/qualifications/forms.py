"""The form of a qualification: how places are divided, what feeds it, who holds the title."""

import datetime
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.circuits.models import Circuit
from skatliga.events.models import Event
from skatliga.events.queries import of_federation
from skatliga.events.registration import read_guest
from skatliga.forms import Cleaned, Sent, day_input
from skatliga.people.models import Player
from skatliga.people.names import fold
from skatliga.people.queries import matching
from skatliga.qualifications.models import Qualification, QuotaSource, TitleHeld
from skatliga.qualifications.quota_table import CountedSource, quota_table
from skatliga.qualifications.rankings import count_sources, possible_circuits, possible_events
from skatliga.qualifications.services import ChosenSource, find_in_rule

MOST_HOLDERS: Final = 50
MOST: Final = 9999
MOST_MEMBERS: Final = 1_000_000


class SourceRow:
    """A line of the form: something that may feed the championship, with its four fields."""

    def __init__(self, form: "QualificationForm", source: Event | Circuit) -> None:
        self.source = source
        self.title = source.club.name if isinstance(source, Event) else _("Turnierserie")
        stem = f"{'e' if isinstance(source, Event) else 'c'}{source.pk}"
        self.names = {part: f"{part}-{stem}" for part in ("use", "places", "members", "lot")}
        self.form = form

    @property
    def day(self) -> datetime.date:
        """On which it is played, or ends."""
        return self.source.date if isinstance(self.source, Event) else self.source.last_day

    @property
    def is_near(self) -> bool:
        """Whether it is one of those that are usually meant: of what belongs to the level itself, or ticked."""
        return (
            isinstance(self.source, Circuit)
            or self.source.club.parent_id == self.form.event.club_id
            or bool(self.form[self.names["use"]].value())
        )

    @property
    def fields(self) -> dict[str, forms.BoundField]:
        """By what they ask for."""
        return {part: self.form[name] for part, name in self.names.items()}

    @property
    def chosen(self) -> ChosenSource | None:
        """What was filled in; None where it is not ticked."""
        data = self.form.cleaned_data
        if not data.get(self.names["use"]):
            return None
        return ChosenSource(self.source, *(data.get(self.names[part]) for part in ("places", "members", "lot")))


class QualificationForm(forms.ModelForm):
    """How somebody gets into a championship. What does not add up is said at the field where it can be changed."""

    holders = forms.CharField(
        label=gettext_lazy("Titelverteidiger"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )

    class Meta:
        model = Qualification
        fields = ("way", "places", "by", "percent", "least", "inside", "pass_on", "answer_days", "closes_on")
        widgets = {"closes_on": day_input()}  # noqa: RUF012

    def __init__(self, data: Sent = None, *, event: Event, instance: Qualification | None) -> None:
        held = {(each.event_id, each.circuit_id): each for each in instance.sources.all()} if instance else {}
        super().__init__(data, instance=instance)
        self.event = event
        self.instance.event = event
        events = [SourceRow(self, source) for source in possible_events(event)]
        self.rows = [*events, *(SourceRow(self, source) for source in possible_circuits(event))]
        for row in self.rows:
            key = (row.source.pk, None) if isinstance(row.source, Event) else (None, row.source.pk)
            self._add(row, held.get(key))
        self.fields["least"].required = False
        self.fields["holders"].help_text = (
            _("Einer je Zeile, mit Verein, wenn mehrere so heißen: Anna Beispiel (SC Musterstadt)")
            if event.championship_kind == "single"
            else _("Eine Mannschaft oder ein Paar je Zeile, mit dem Namen wie in der Vorrunde.")
        )
        if instance:
            lines = map(_line_of, instance.holders.select_related("player__merged_into"))
            self.initial["holders"] = "\n".join(lines)

    @cached_property
    def near(self) -> list[SourceRow]:
        """What usually feeds the championship; all there is where nothing usual is there."""
        return [row for row in self.rows if row.is_near] or self.rows

    @cached_property
    def far(self) -> list[SourceRow]:
        """Everything else in the federation that may."""
        return [row for row in self.rows if row not in self.near]

    def _add(self, row: SourceRow, held: QuotaSource | None) -> None:
        self.fields[row.names["use"]] = forms.BooleanField(label=row.title, required=False, initial=held is not None)
        for part, label, most, value in (
            ("places", _("Feste Plätze"), MOST, held and held.fixed_places),
            ("members", _("Mitglieder"), MOST_MEMBERS, held and held.said_members),
            ("lot", _("Los"), MOST, held and held.lot),
        ):
            self.fields[row.names[part]] = forms.IntegerField(
                label=label, required=False, min_value=0, max_value=most, initial=value
            )

    def clean_least(self) -> int:
        """Nothing said is nobody."""
        return self.cleaned_data["least"] or 0

    def clean_holders(self) -> list[Player | str]:
        """Players of the federation, or names of teams; everything that is wrong with the lines at once."""
        lines = [" ".join(line.split()) for line in self.cleaned_data["holders"].splitlines() if line.strip()]
        if len(lines) > MOST_HOLDERS:
            raise ValidationError(_("Höchstens %(most)s Titelverteidiger.") % {"most": MOST_HOLDERS})
        found: list[Player | str] = []
        findings = []
        for line in lines:
            try:
                holder = self._holder(line)
            except ValidationError as refusal:
                findings += refusal.messages
                continue
            if holder not in found:
                found.append(holder)
        if findings:
            raise ValidationError(findings)
        return found

    def _holder(self, line: str) -> Player | str:
        if self.event.championship_kind != "single":
            if len(line) > 120:
                raise ValidationError(
                    _("„%(line)s…“ ist zu lang für den Namen einer Mannschaft.") % {"line": line[:40]}
                )
            return line
        name, club = read_guest(line)
        named = {
            member.player.canonical
            for member in matching(of_federation(self.event.club), name.replace(",", " "))
            if fold(member.player.name) == fold(name) and (not club or fold(member.club.name) == fold(club))
        }
        if len(named) == 1:
            return named.pop()
        said = (
            _("„%(line)s“ meint mehrere; bitte den Verein in Klammern dazuschreiben.")
            if named
            else _("„%(line)s“ steht in keinem Register des Verbands; bitte so schreiben wie dort.")
        )
        raise ValidationError(said % {"line": line})

    def clean(self) -> Cleaned:
        """All that is wrong at once, with what the service would refuse and what does not add up."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("way") == Qualification.Way.SHARE:
            cleaned["places"] = None
            if not cleaned.get("percent") and "percent" not in self.errors:
                self.add_error("percent", _("Bitte angeben, wie viel Prozent weiterkommen."))
        else:
            cleaned["percent"] = None
            if not cleaned.get("places") and "places" not in self.errors:
                self.add_error("places", _("Bitte angeben, wie viele Plätze es gibt."))
        for name, sentence in find_in_rule(self.event, cleaned, self.instance).items():
            self.add_error(name, sentence)
        if not self.errors:
            for name, sentence in self._adds_up(cleaned).items():
                self.add_error(name or None, sentence)
        return cleaned

    def _adds_up(self, cleaned: Cleaned) -> dict[str, str]:
        rule = Qualification(event=self.event, **{name: cleaned[name] for name in self.Meta.fields})
        chosen = list(self.chosen)
        sources = [_as_source(each) for each in chosen]
        counted = count_sources(rule, self.event, sources)
        found = quota_table(
            rule,
            [
                CountedSource(source.title, number, each.fixed_places, each.lot)
                for source, number, each in zip(sources, counted, chosen, strict=True)
            ],
        )
        return dict(found.problems)

    @property
    def chosen(self) -> Iterator[ChosenSource]:
        """What feeds the championship."""
        for row in self.rows:
            if chosen := row.chosen:
                yield chosen

    @property
    def values(self) -> Cleaned:
        """The fields of Qualification."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


def _as_source(chosen: ChosenSource) -> QuotaSource:
    """Unsaved, so that it can be counted."""
    source = QuotaSource(said_members=chosen.said_members)
    if isinstance(chosen.source, Event):
        source.event = chosen.source
    else:
        source.circuit = chosen.source
    return source


def _line_of(holder: TitleHeld) -> str:
    """As it could be typed again.

    **D** The club stands with a player who has one alone; else the name may mean several.
    """
    if holder.player is None:
        return holder.team_name
    player = holder.player.canonical
    clubs = list(player.memberships.values_list("club__name", flat=True)[:2])
    return f"{player.name} ({clubs[0]})" if clubs else player.name
