"""How the tables of a season count becomes data: one rule in place of a column for every part of it."""

from django.db import migrations, models

from skatliga.wertung import rules

NAMES = ("Season", "HistoricalSeason")
COLUMNS = ("scale", "scales", "team_size", "tie", "absent_minus", "order")


def carry_over(apps, schema_editor):
    """Every season, and every version in its history, says in the new words what it said in the old ones."""
    for name in NAMES:
        seasons = apps.get_model("leagues", name)._base_manager.using(schema_editor.connection.alias)
        for pk, *values in seasons.values_list("pk", *COLUMNS).iterator():
            found = rules.group_rule_of_columns(dict(zip(COLUMNS, values, strict=True)))
            seasons.filter(pk=pk).update(rule=found)


def take_back(apps, schema_editor):
    """The other way round, as far as the columns can say it: short teams as they are, a break-off like absence."""
    for name in NAMES:
        seasons = apps.get_model("leagues", name)._base_manager.using(schema_editor.connection.alias)
        for pk, stored in seasons.values_list("pk", "rule").iterator():
            rule = rules.read_group_rule(stored)
            seasons.filter(pk=pk).update(
                scale=list(rule.place_points),
                scales={str(size): list(points) for size, points in rule.size_points},
                team_size=rule.size,
                tie=rule.ties,
                absent_minus=rule.absent_minus or rule.broken_off_minus,
                order=list(rule.order),
            )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_teams_and_scales")]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(),
                name="rule",
                field=models.JSONField(
                    blank=True, default=dict, validators=[rules.validate_group_rule], verbose_name="Wertung"
                ),
            )
            for name in NAMES
        ),
        migrations.RemoveConstraint(model_name="season", name="season_choices_known"),
        migrations.RemoveConstraint(model_name="season", name="teams_have_players"),
        migrations.RunPython(carry_over, take_back),
        *(migrations.RemoveField(model_name=name.lower(), name=column) for name in NAMES for column in COLUMNS),
        *(
            migrations.AlterField(
                model_name=name,
                name="scale",
                field=models.JSONField(
                    blank=True, null=True, validators=[rules.validate_scale], verbose_name="Wertungspunkte"
                ),
            )
            for name in ("matchday", "historicalmatchday")
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                name="season_choices_known",
                condition=models.Q(
                    state__in=["draft", "published", "final"],
                    evaluation__in=["spielpunkte", "seeger", "seeger-fabian", "payment", "matches"],
                ),
            ),
        ),
    ]
