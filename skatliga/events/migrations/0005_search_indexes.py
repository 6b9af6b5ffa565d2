"""The indexes by which visitors find guests and events; apart, since PostgreSQL makes none in the transaction of a fill."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0004_search_keys")]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["search_key"],
                name="guests_by_name",
                opclasses=("varchar_pattern_ops",),
            ),
        ),
        migrations.AddIndex(model_name="event", index=models.Index(fields=["date"], name="event_by_date")),
    ]
