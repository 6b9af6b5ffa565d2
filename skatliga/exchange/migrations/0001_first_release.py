"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('exchange', '0001_uploads'),
        ('exchange', '0002_names_and_games'),
        ('exchange', '0003_archive_reports'),
    ]

    dependencies = [
        ('events', '0001_first_release'),
        ('lists', '0001_first_release'),
        ('people', '0001_first_release'),
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchiveReport',
            fields=[
                ('work', models.UUIDField(primary_key=True, serialize=False)),
                ('said', models.JSONField()),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='RecordedGames',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(db_index=True)),
                ('keys', models.JSONField()),
                ('sheet', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='recorded_games', to='lists.sheet')),
            ],
        ),
        migrations.CreateModel(
            name='FileName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='file_names', to='people.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='file_names', to='people.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='a_name_in_files_means_one'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='file_name_is_not_empty')],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('players', 'Spieler'), ('participants', 'Teilnehmer'), ('past_year', 'Früheres Clubjahr')], max_length=12)),
                ('options', models.JSONField(default=dict)),
                ('name', models.CharField(max_length=200)),
                ('content', models.BinaryField()),
                ('sheet', models.CharField(blank=True, max_length=200)),
                ('heading', models.PositiveSmallIntegerField(null=True)),
                ('columns', models.JSONField(null=True)),
                ('report', models.JSONField(null=True)),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.club')),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['players', 'participants', 'past_year'])), name='upload_of_a_known_kind'), models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('kind', 'participants')), models.Q(models.Q(('kind', 'participants'), _negated=True), ('event', None)), _connector='OR'), name='participants_belong_to_an_event')],
            },
        ),
    ]
