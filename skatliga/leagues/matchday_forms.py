"""Forms of a match day: who plays for a team, who comes late, who comes in for whom."""

from collections.abc import Iterator, Mapping, Sequence

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Sent, model_field
from skatliga.leagues.models import GroupTeam, LineupPlace, SquadMember
from skatliga.people.models import Player


class LineupForm(forms.Form):
    """Who plays for a team: a player of the squad on each of its places, or that it does not come.

    `usual` stands in it where nobody is named yet.
    """

    absence = forms.ChoiceField(
        label=gettext_lazy("Mannschaft"),
        choices=[
            ("", gettext_lazy("tritt an")),
            *(choice for choice in GroupTeam.Absence.choices if choice[0] != GroupTeam.Absence.BROKEN_OFF),
        ],
        required=False,
    )

    def __init__(
        self, data: Sent = None, *, member: GroupTeam, squad: Sequence[SquadMember], usual: Mapping[int, int]
    ) -> None:
        held = {place.position: place.player_id for place in member.lineup.all()} or usual
        super().__init__(data, initial={"absence": member.absence})
        self.players = {each.player_id: each.player for each in squad}
        choices = [("", "–"), *((pk, player.name) for pk, player in self.players.items())]
        self.positions = range(1, member.group.matchday.division.season.counts_by.size + 1)
        for position in self.positions:
            self.fields[f"place_{position}"] = forms.TypedChoiceField(
                label=_("Spieler %(number)s") % {"number": position},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                initial=held.get(position, ""),
            )

    @property
    def place_fields(self) -> Iterator[forms.BoundField]:
        """The places of the team."""
        return (self[f"place_{position}"] for position in self.positions)

    @property
    def places(self) -> list[Player | None]:
        """Who was chosen, place by place."""
        chosen = (self.cleaned_data[f"place_{position}"] for position in self.positions)
        return [self.players.get(pk) for pk in chosen]


class LateForm(forms.Form):
    """Who comes late."""

    player = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("Spieler"), empty_label="–")

    def __init__(self, data: Sent = None, *, waiting: Sequence[SquadMember]) -> None:
        super().__init__(data)
        model_field(self, "player").queryset = _players(waiting)


class _PlaceField(forms.ModelChoiceField):
    """The places of a line-up, by who plays there."""

    def label_from_instance(self, obj: LineupPlace) -> str:
        return obj.player.name


class ExchangeForm(forms.Form):
    """Who comes in for whom, and from when on."""

    out = _PlaceField(LineupPlace.objects.none(), label=gettext_lazy("Es geht"), empty_label="–")
    player = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("Es kommt"), empty_label="–")
    serie = forms.IntegerField(label=gettext_lazy("ab Serie"), min_value=1, max_value=8)
    deal = forms.IntegerField(label=gettext_lazy("ab Spiel"), min_value=1, max_value=200, initial=1)
    reason = forms.CharField(label=gettext_lazy("Begründung"), max_length=300)

    def __init__(self, data: Sent = None, *, playing: Sequence[LineupPlace], waiting: Sequence[SquadMember]) -> None:
        super().__init__(data)
        model_field(self, "out").queryset = LineupPlace.objects.filter(pk__in=[place.pk for place in playing])
        model_field(self, "player").queryset = _players(waiting)


def _players(squad: Sequence[SquadMember]) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=[each.player_id for each in squad])
