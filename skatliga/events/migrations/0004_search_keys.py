"""Entries and events are found by visitors: their words stand folded in a column of their own, with an index."""

from django.db import migrations, models

from skatliga.people.names import fold
from skatliga.people.search import NameKey, SearchKey, surname_first


def fill(apps, schema_editor):
    """What every entry and event is found by."""
    alias = schema_editor.connection.alias
    for name, words in (
        ("Entry", lambda each: "" if each.player_id else surname_first(each.name)),
        ("Event", lambda each: each.name),
    ):
        model = apps.get_model("events", name)
        batch = []
        for each in model.objects.using(alias).order_by("pk").iterator(2000):
            each.search_key = fold(words(each))[: model._meta.get_field("search_key").max_length]
            batch.append(each)
            if len(batch) == 2000:
                _store(model, alias, batch)
        _store(model, alias, batch)


def _store(model, alias, batch):
    # The field as it stands in the migration would compute its value of a property no model has here.
    keys = {each.pk: each.search_key for each in batch}
    cases = [models.When(pk=pk, then=models.Value(key)) for pk, key in keys.items()]
    for first in range(0, len(cases), 200):
        part = cases[first : first + 200]
        pks = list(keys)[first : first + 200]
        model.objects.using(alias).filter(pk__in=pks).update(search_key=models.Case(*part))
    batch.clear()


class Migration(migrations.Migration):
    dependencies = [("events", "0003_practice"), ("people", "0001_first_release")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="search_key",
            field=NameKey(default="", editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name="event",
            name="search_key",
            field=SearchKey(default="", editable=False, max_length=240),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
