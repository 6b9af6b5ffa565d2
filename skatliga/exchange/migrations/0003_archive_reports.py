from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exchange", "0002_names_and_games")]

    operations = [
        migrations.CreateModel(
            name="ArchiveReport",
            fields=[
                ("work", models.UUIDField(primary_key=True, serialize=False)),
                ("said", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
