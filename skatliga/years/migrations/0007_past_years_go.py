from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("years", "0006_sums_of_past_years")]

    operations = [
        migrations.DeleteModel(name="PastResult"),
        migrations.DeleteModel(name="PastYear"),
    ]
