"""For whom somebody plays in leagues stood in the register as well; from now on only licences say it."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def give_licences(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Since when it was so nobody has written down: since the beginning of this year."""
    membership, licence = apps.get_model("people", "Membership"), apps.get_model("federations", "Licence")
    first_day = timezone.localdate().replace(month=1, day=1)
    without = membership.objects.filter(league_club=True, player__merged_into=None, player__licences=None)
    rows = without.values_list("player", "club")
    licence.objects.bulk_create(
        [licence(player_id=player, club_id=club, first_day=first_day) for player, club in rows], batch_size=500
    )


class Migration(migrations.Migration):
    dependencies = [("federations", "0003_eligibility"), ("people", "0002_tree")]  # noqa: RUF012

    operations = [migrations.RunPython(give_licences, migrations.RunPython.noop)]  # noqa: RUF012
