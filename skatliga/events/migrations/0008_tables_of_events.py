"""An event has several tables, each with its rule, as club years do; what it had is the first of them."""

from django.db import migrations, models

from skatliga.wertung import rules

NAMES = ("Event", "HistoricalEvent")


def carry_over(apps, schema_editor):
    for name in NAMES:
        events = apps.get_model("events", name)._base_manager.using(schema_editor.connection.alias)
        for event in events.exclude(table_rule={}).only("pk", "table_rule").iterator():
            events.filter(pk=event.pk).update(rules=[event.table_rule])


class Migration(migrations.Migration):
    dependencies = [("events", "0007_points_ahead")]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(),
                name="rules",
                field=models.JSONField(
                    default=rules.plain_rules, validators=[rules.validate_rules], verbose_name="Wertung"
                ),
            )
            for name in NAMES
        ),
        migrations.RunPython(carry_over),
        *(migrations.RemoveField(model_name=name.lower(), name="table_rule") for name in NAMES),
    ]
