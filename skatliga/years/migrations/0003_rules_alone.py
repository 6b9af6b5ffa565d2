"""The columns of which the rules were made go."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("years", "0002_rules_as_data")]

    operations = [
        migrations.RemoveConstraint(model_name="clubyear", name="year_choices_known"),
        migrations.RemoveConstraint(model_name="clubyear", name="year_numbers_make_sense"),
        migrations.RemoveConstraint(model_name="clubyear", name="credits_have_points"),
        migrations.RemoveField(model_name="clubyear", name="best"),
        migrations.RemoveField(model_name="clubyear", name="block"),
        migrations.RemoveField(model_name="clubyear", name="credit"),
        migrations.RemoveField(model_name="clubyear", name="credits"),
        migrations.RemoveField(model_name="clubyear", name="drop"),
        migrations.RemoveField(model_name="clubyear", name="measure"),
        migrations.RemoveField(model_name="clubyear", name="minimum"),
        migrations.RemoveField(model_name="clubyear", name="missing_as_zero"),
        migrations.RemoveField(model_name="clubyear", name="projected"),
        migrations.RemoveField(model_name="clubyear", name="unit"),
        migrations.RemoveField(model_name="historicalclubyear", name="best"),
        migrations.RemoveField(model_name="historicalclubyear", name="block"),
        migrations.RemoveField(model_name="historicalclubyear", name="credit"),
        migrations.RemoveField(model_name="historicalclubyear", name="credits"),
        migrations.RemoveField(model_name="historicalclubyear", name="drop"),
        migrations.RemoveField(model_name="historicalclubyear", name="measure"),
        migrations.RemoveField(model_name="historicalclubyear", name="minimum"),
        migrations.RemoveField(model_name="historicalclubyear", name="missing_as_zero"),
        migrations.RemoveField(model_name="historicalclubyear", name="projected"),
        migrations.RemoveField(model_name="historicalclubyear", name="unit"),
        migrations.AddConstraint(
            model_name="clubyear",
            constraint=models.CheckConstraint(condition=models.Q(("groups__in", [0, 2, 3]), ("parts__in", ["whole", "half", "quarter", "month"]), ("seating__in", ["lot", "last", "year", "groups"]), ("state__in", ["draft", "published", "final"])), name="year_choices_known"),
        ),
        migrations.AddConstraint(
            model_name="clubyear",
            constraint=models.CheckConstraint(condition=models.Q(("interval__gte", 1)), name="year_numbers_make_sense", violation_error_message="Zwischen zwei Abenden liegt mindestens ein Tag."),
        ),
    ]
