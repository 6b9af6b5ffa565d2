"""What was counted says by which way; all that there is was counted by the first one and is counted anew.

Players are rated anew too: ratings had lists of games other than Skat in them.
"""

from django.db import migrations, models

FIRST = 1


def rate_anew(apps, schema_editor):
    apps.get_model("statistics", "Rating").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = (("statistics", "0001_tallies"),)

    operations = (
        migrations.AddField(
            "counted", "counting", models.PositiveSmallIntegerField(default=FIRST), preserve_default=False
        ),
        migrations.AddField("counted", "apart", models.JSONField(default=list), preserve_default=False),
        migrations.AddField(
            "tally", "counting", models.PositiveSmallIntegerField(default=FIRST), preserve_default=False
        ),
        migrations.RunPython(rate_anew, migrations.RunPython.noop),
    )
