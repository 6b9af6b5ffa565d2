"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('api', '0001_initial'),
    ]

    dependencies = [
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='AccessKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Wofür er ist, zum Beispiel: Anzeige im Saal.', max_length=60, verbose_name='Name')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('read_only', models.BooleanField(default=True, verbose_name='darf nur lesen')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_used_on', models.DateField(blank=True, editable=False, null=True)),
                ('expires_on', models.DateField(blank=True, null=True, verbose_name='gilt bis')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_keys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Zugangsschlüssel',
                'verbose_name_plural': 'Zugangsschlüssel',
                'ordering': ('-created_at', '-pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='access_key_has_a_name')],
            },
        ),
    ]
