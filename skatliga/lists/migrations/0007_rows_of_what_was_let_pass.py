"""What was let pass on a list is kept with its row; what is stored from before is given the rows it stands in."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from skatliga.lists.queries import view_of


def give_rows(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Reckon every list on which something was let pass, and keep where that was."""
    sheets = apps.get_model("lists", "Sheet").objects
    for sheet in sheets.exclude(accepted=[]).prefetch_related("rows", "feet").iterator(100):
        sheets.filter(pk=sheet.pk).update(accepted=view_of(sheet).with_rows(sheet.accepted))


class Migration(migrations.Migration):
    dependencies = [("lists", "0006_devices")]
    operations = [migrations.RunPython(give_rows, migrations.RunPython.noop)]
