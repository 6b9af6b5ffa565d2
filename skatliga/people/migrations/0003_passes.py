"""Since when somebody is a member; and whose pass numbers stand twice, so that the next step can forbid it.

For whom somebody plays in leagues is said by licences alone.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_doubled(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of several entries with one number the first has it; the others keep theirs until somebody settles it."""
    player = apps.get_model("people", "Player")
    seen, doubled = set(), []
    rows = player.objects.filter(merged_into=None).exclude(federation_number="")
    for key, number in rows.order_by("pk").values_list("pk", "federation_number"):
        if number.upper() in seen:
            doubled.append(key)
        seen.add(number.upper())
    for first in range(0, len(doubled), 500):
        player.objects.filter(pk__in=doubled[first : first + 500]).update(number_doubled=True)


class Migration(migrations.Migration):
    dependencies = [("people", "0002_tree"), ("federations", "0004_licences_of_league_clubs")]  # noqa: RUF012

    operations = [  # noqa: RUF012
        migrations.RemoveConstraint(model_name="membership", name="membership_one_league_club"),
        migrations.RemoveField(model_name="membership", name="league_club"),
        migrations.AddField(
            model_name="membership",
            name="first_day",
            field=models.DateField(blank=True, null=True, verbose_name="Mitglied seit"),
        ),
        migrations.AddField(
            model_name="player",
            name="number_doubled",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark_doubled, migrations.RunPython.noop),
    ]
