"""One spelling of each name to sign in with.

So far the case of letters beyond a to z made a difference on SQLite: two accounts may be called the same now. The older
one keeps its name, the others get a number behind it.
"""

import unicodedata

from django.db import migrations, models

import skatliga.people.models


def folded(text):
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def fold_names(apps, schema_editor):
    User = apps.get_model("people", "User")
    taken = set()
    for user in User.objects.order_by("pk"):
        name, further = user.username, 1
        while folded(name) in taken:
            further += 1
            name = f"{user.username[:145]}-{further}"
        taken.add(folded(name))
        User.objects.filter(pk=user.pk).update(username=name, sign_in_name=folded(name))


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]

    operations = [
        migrations.RemoveConstraint("user", "user_name_unique"),
        migrations.AddField("user", "sign_in_name", models.CharField(max_length=450, editable=False, null=True)),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=False),
        migrations.AlterField(
            "user", "sign_in_name", skatliga.people.models.SignInName(max_length=450, unique=True, editable=False)
        ),
        migrations.CreateModel(
            name="GuessedName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=450, unique=True)),
                ("wrong", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField()),
            ],
        ),
    ]
