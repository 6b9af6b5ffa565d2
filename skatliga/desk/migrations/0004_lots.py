"""The lot of seats that a published proposal gave is kept with the Serie."""

from django.db import migrations


def keep_lots(apps, schema_editor):
    for proposal in apps.get_model("desk", "Proposal").objects.exclude(published_at=None).select_related("round"):
        seats = proposal.round.seats.order_by("table__number", "number")
        sitting = {}
        for table, player in seats.values_list("table__number", "entry__start_number"):
            sitting.setdefault(table, []).append(player)
        if sitting == {table: list(players) for table, players in proposal.seating}:
            proposal.round.lot = proposal.seed
            proposal.round.save(update_fields=["lot"])


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0003_plans"),
        ("events", "0009_former_seatings"),
    ]

    operations = [migrations.RunPython(keep_lots, migrations.RunPython.noop)]
