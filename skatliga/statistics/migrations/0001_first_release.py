"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('statistics', '0001_tallies'),
        ('statistics', '0002_way_of_counting'),
    ]

    dependencies = [
        ('events', '0001_first_release'),
        ('lists', '0001_first_release'),
        ('people', '0001_first_release'),
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Counted',
            fields=[
                ('sheet', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='counted', serialize=False, to='lists.sheet')),
                ('revision', models.PositiveIntegerField()),
                ('counting', models.PositiveSmallIntegerField()),
                ('deals', models.PositiveSmallIntegerField()),
                ('figures', models.JSONField()),
                ('against', models.JSONField()),
                ('apart', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='Rated',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='people.club')),
            ],
            options={
                'verbose_name': 'Spielstärke',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating', serialize=False, to='events.event')),
                ('place', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('date', models.DateField()),
                ('merged', models.PositiveIntegerField()),
                ('strengths', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='HistoricalRated',
            fields=[
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('club', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.club')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical Spielstärke',
                'verbose_name_plural': 'historical Spielstärkes',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('counting', models.PositiveSmallIntegerField()),
                ('figures', models.JSONField()),
                ('lists', models.PositiveIntegerField()),
                ('deals', models.PositiveIntegerField()),
                ('declared', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('spielpunkte', models.IntegerField()),
                ('leistung', models.IntegerField()),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='events.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='events.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'entry'), name='one_tally_for_an_entry'), models.UniqueConstraint(condition=models.Q(('entry', None)), fields=('event',), name='one_tally_for_all_of_an_event')],
            },
        ),
    ]
