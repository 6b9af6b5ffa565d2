"""A year that was taken over becomes a club year like any other, and its lines results that are known only as sums."""

from django.db import migrations

SAME = ("place", "average", "evenings", "lists", "won", "lost", "name", "player_id")
DAYS = ("club_id", "first_day", "last_day", "version")


def free(text, taken, longest):
    """A text that is not taken: with a number behind it where it is."""
    found, number = text, 1
    while found in taken:
        number += 1
        found = f"{text[: longest - 5]}-{number}"
    return found


def first_version(apps, model, row, at, by):
    """The history begins when the year was taken over."""
    history = apps.get_model("years", f"Historical{model.__name__}")
    values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    history.objects.create(**values, history_date=at, history_user_id=by, history_type="+")


def forward(apps, schema_editor):
    PastYear, Year, Sum = (apps.get_model("years", name) for name in ("PastYear", "ClubYear", "YearSum"))
    for past in PastYear.objects.order_by("pk"):
        results = list(past.results.order_by("pk"))
        average = any(each.average is not None for each in results)
        year = Year.objects.create(
            **{name: getattr(past, name) for name in DAYS},
            name=free(past.name, set(Year.objects.filter(club=past.club_id).values_list("name", flat=True)), 80),
            slug=free(past.slug, set(Year.objects.values_list("slug", flat=True)), 160),
            rules=[{"worth": "published"} | ({"measure": "average"} if average else {})],
            state="final" if past.public else "draft",
        )
        first_version(apps, Year, year, past.at, past.by_id)
        for each in results:
            made = Sum.objects.create(year=year, gesamt=each.points, **{name: getattr(each, name) for name in SAME})
            first_version(apps, Sum, made, past.at, past.by_id)
    PastYear.objects.all().delete()


def backward(apps, schema_editor):
    """Only years without evenings can become what they were; of others the sums would be lost."""
    PastYear, Result, Year, Sum = (
        apps.get_model("years", name) for name in ("PastYear", "PastResult", "ClubYear", "YearSum")
    )
    History, HistoryOfSums = (apps.get_model("years", f"Historical{name}") for name in ("ClubYear", "YearSum"))
    for year in Year.objects.filter(sums__isnull=False).distinct().order_by("pk"):
        if year.evenings.exists() or year.cash_entries.exists() or year.starts.exists():
            raise ValueError(f"{year.slug}: a year with sums beside evenings, money or points is unknown to this version")
        first = History.objects.filter(id=year.pk).order_by("history_date", "history_id").first()
        past = PastYear.objects.create(
            **{name: getattr(year, name) for name in DAYS},
            name=year.name,
            slug=year.slug,
            public=year.state != "draft",
            by_id=first and first.history_user_id,
        )
        if first:
            PastYear.objects.filter(pk=past.pk).update(at=first.history_date)
        for each in with_places(list(year.sums.order_by("pk"))):
            if each.gesamt is None and each.average is None:
                each.average = each.points
            Result.objects.create(year=past, points=each.gesamt, **{name: getattr(each, name) for name in SAME})
        year.sums.all().delete()
        year.delete()
    HistoryOfSums.objects.all().delete()


def with_places(sums):
    """Those without a published place get one by what they are worth."""
    if all(each.place for each in sums):
        return sums
    worth = [each.average if each.average is not None else 1000 * (each.gesamt or 0) or each.points or 0 for each in sums]
    for each, value in zip(sums, worth):
        each.place = 1 + sum(other > value for other in worth)
    return sums


class Migration(migrations.Migration):
    dependencies = [("years", "0005_year_sums")]

    operations = [migrations.RunPython(forward, backward)]
