"""How a year is counted becomes data: several tables, each with its rule, in place of a column for every number."""

from django.db import migrations, models

from skatliga.wertung import rules

COLUMNS = ("unit", "measure", "projected", "best", "drop", "block", "minimum", "missing_as_zero", "credit", "credits")


def fill(apps, schema_editor):
    """Every year, and every version in its history, says in the new words what it said in the old ones."""
    for name in ("ClubYear", "HistoricalClubYear"):
        model = apps.get_model("years", name)
        for year in model.objects.using(schema_editor.connection.alias).only("pk", *COLUMNS).iterator():
            found = rules.rules_of_columns({column: getattr(year, column) for column in COLUMNS})
            model.objects.using(schema_editor.connection.alias).filter(pk=year.pk).update(rules=found)


class Migration(migrations.Migration):
    dependencies = [("years", "0001_first_release")]

    operations = [
        migrations.AddField(
            model_name="clubyear",
            name="rules",
            field=models.JSONField(default=rules.plain_rules, validators=[rules.validate_rules], verbose_name="Wertung"),
        ),
        migrations.AddField(
            model_name="historicalclubyear",
            name="rules",
            field=models.JSONField(default=rules.plain_rules, validators=[rules.validate_rules], verbose_name="Wertung"),
        ),
        migrations.RunPython(fill),
    ]
