"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
import simple_history.models
import skatliga.publication
import skatliga.rules.books
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('events', '0001_initial'),
        ('events', '0002_tournament'),
        ('events', '0003_ranking'),
        ('events', '0004_plans'),
        ('events', '0005_matches'),
        ('events', '0006_team_history'),
        ('events', '0007_role_offers'),
        ('events', '0008_registration_keys'),
        ('events', '0009_former_seatings'),
        ('events', '0010_unranked'),
    ]

    dependencies = [
        ('people', '0001_first_release'),
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('slug', models.SlugField(max_length=140, unique=True)),
                ('place', models.CharField(blank=True, max_length=120, verbose_name='Ort')),
                ('date', models.DateField(verbose_name='Datum')),
                ('rulebook', models.CharField(max_length=40, verbose_name='Regelwerk')),
                ('agreements', models.JSONField(blank=True, default=dict, verbose_name='Vereinbarungen')),
                ('evaluation', models.CharField(choices=[('spielpunkte', 'Spielpunkte'), ('seeger', 'Seeger'), ('seeger-fabian', 'Seeger-Fabian'), ('payment', 'Bezahlung untereinander'), ('matches', 'Gewonnene Partien')], max_length=20, verbose_name='Wertung')),
                ('deals_at_four', models.PositiveSmallIntegerField(default=48, verbose_name='Spiele am Vierertisch')),
                ('deals_at_three', models.PositiveSmallIntegerField(default=36, verbose_name='Spiele am Dreiertisch')),
                ('target', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Punkte, bei denen eine Partie endet')),
                ('second_person', models.BooleanField(default=False, verbose_name='zweite Person bestätigt Listen')),
                ('protest_hours', models.PositiveSmallIntegerField(default=24, verbose_name='Protestfrist in Stunden')),
                ('cut_after', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Schnitt nach Serie')),
                ('cut_places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Plätze, die weiterkommen')),
                ('cut_carries', models.BooleanField(default=True, verbose_name='Punkte bis zum Schnitt zählen weiter')),
                ('lot_decides', models.BooleanField(default=False, verbose_name='Bei Gleichstand entscheidet das Los')),
                ('lots', models.JSONField(blank=True, default=dict, editable=False)),
                ('state', models.CharField(choices=[('draft', 'nicht veröffentlicht'), ('published', 'veröffentlicht'), ('final', 'abgeschlossen')], default='draft', max_length=10, verbose_name='Stand')),
                ('seed', models.CharField(max_length=40, verbose_name='Los')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='people.club', verbose_name='Verein')),
            ],
            options={
                'verbose_name': 'Veranstaltung',
                'verbose_name_plural': 'Veranstaltungen',
                'ordering': ('-date', 'name'),
                'constraints': [models.CheckConstraint(condition=models.Q(('deals_at_four__gt', 0), ('deals_at_three__gt', 0), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('deals_at_four'), '%%', models.Value(4)), 0), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('deals_at_three'), '%%', models.Value(3)), 0)), name='event_deals_are_whole_rounds', violation_error_message='Eine Serie besteht aus ganzen Runden: 4 oder 3 Spiele je Runde.'), models.CheckConstraint(condition=models.Q(('evaluation__in', ['spielpunkte', 'seeger', 'seeger-fabian', 'payment', 'matches']), ('state__in', ['draft', 'published', 'final'])), name='event_choices_known'), models.CheckConstraint(condition=models.Q(models.Q(('evaluation', 'matches'), ('target__gte', 1)), models.Q(models.Q(('evaluation', 'matches'), _negated=True), ('target', None)), _connector='OR'), name='matches_have_a_target', violation_error_message='Zur Wertung nach gewonnenen Partien gehört die Punktzahl, bei der eine Partie endet.'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('seed', ''), _negated=True)), name='event_has_name_and_lot'), models.CheckConstraint(condition=models.Q(models.Q(('cut_after__isnull', True), ('cut_places__isnull', True)), models.Q(('cut_after__gte', 1), ('cut_after__isnull', False), ('cut_places__gte', 1), ('cut_places__isnull', False)), _connector='OR'), name='event_cut_is_whole', violation_error_message='Zum Schnitt gehören beide Zahlen: nach welcher Serie und wie viele Plätze.')],
            },
            bases=(skatliga.publication.Public, skatliga.rules.books.Agreed, models.Model),
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='Name')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='events.event')),
            ],
            options={
                'verbose_name': 'Klasse',
                'verbose_name_plural': 'Klassen',
                'ordering': ('name',),
                'constraints': [models.UniqueConstraint(fields=('event', 'name'), name='one_category_of_a_name'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='category_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=130, verbose_name='Name')),
                ('club_name', models.CharField(blank=True, max_length=120, verbose_name='Verein')),
                ('start_number', models.PositiveIntegerField(verbose_name='Startnummer')),
                ('withdrawn', models.BooleanField(default=False, verbose_name='zurückgetreten')),
                ('keeps_lists', models.BooleanField(default=True, verbose_name='führt Listen')),
                ('wanted_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fester Tisch')),
                ('wanted_seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fester Platz')),
                ('unranked', models.BooleanField(default=False, verbose_name='außer Wertung')),
                ('publication', models.CharField(choices=[('full', 'voller Name'), ('first_name', 'nur Vorname')], default='full', max_length=10, verbose_name='Veröffentlichung')),
                ('key', models.UUIDField(blank=True, editable=False, null=True, unique=True)),
                ('categories', models.ManyToManyField(blank=True, related_name='entries', to='events.category', verbose_name='Klassen')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='people.player')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.event')),
            ],
            options={
                'verbose_name': 'Teilnehmer',
                'verbose_name_plural': 'Teilnehmer',
                'ordering': ('start_number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'start_number'), name='one_start_number_per_event'), models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('event', 'player'), name='a_player_enters_once'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('start_number__gte', 1)), name='entry_has_name_and_number'), models.CheckConstraint(condition=models.Q(('publication__in', ['full', 'first_name'])), name='entry_publication_known')],
            },
        ),
        migrations.CreateModel(
            name='Apart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='aparts', to='events.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='one_wish_for_a_pair'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='a_pair_is_written_once')],
            },
        ),
        migrations.CreateModel(
            name='EventOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=14, verbose_name='Rolle')),
                ('code', models.CharField(editable=False, max_length=12)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='events.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('created_at', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('user', 'event'), name='event_offer_unique'), models.CheckConstraint(condition=models.Q(('role__in', ['reader', 'listenfuehrer', 'spielleitung', 'administrator'])), name='event_offer_role_known')],
            },
        ),
        migrations.CreateModel(
            name='EventRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=20, verbose_name='Rolle')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='events.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Rolle',
                'verbose_name_plural': 'Rollen',
                'ordering': ('user__last_name', 'user__username'),
                'constraints': [models.UniqueConstraint(fields=('user', 'event'), name='one_role_per_user_and_event'), models.CheckConstraint(condition=models.Q(('role__in', ['reader', 'listenfuehrer', 'spielleitung', 'administrator'])), name='event_role_known')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalEntry',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=130, verbose_name='Name')),
                ('club_name', models.CharField(blank=True, max_length=120, verbose_name='Verein')),
                ('start_number', models.PositiveIntegerField(verbose_name='Startnummer')),
                ('withdrawn', models.BooleanField(default=False, verbose_name='zurückgetreten')),
                ('keeps_lists', models.BooleanField(default=True, verbose_name='führt Listen')),
                ('wanted_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fester Tisch')),
                ('wanted_seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fester Platz')),
                ('unranked', models.BooleanField(default=False, verbose_name='außer Wertung')),
                ('publication', models.CharField(choices=[('full', 'voller Name'), ('first_name', 'nur Vorname')], default='full', max_length=10, verbose_name='Veröffentlichung')),
                ('key', models.UUIDField(blank=True, db_index=True, editable=False, null=True)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.player')),
            ],
            options={
                'verbose_name': 'historical Teilnehmer',
                'verbose_name_plural': 'historical Teilnehmer',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalEntry_categories',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('m2m_history_id', models.AutoField(primary_key=True, serialize=False)),
                ('category', models.ForeignKey(blank=True, db_constraint=False, db_tablespace='', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.category')),
                ('entry', models.ForeignKey(blank=True, db_constraint=False, db_tablespace='', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.entry')),
                ('history', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, to='events.historicalentry')),
            ],
            options={
                'verbose_name': 'HistoricalEntry_categories',
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalEvent',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('slug', models.SlugField(max_length=140)),
                ('place', models.CharField(blank=True, max_length=120, verbose_name='Ort')),
                ('date', models.DateField(verbose_name='Datum')),
                ('rulebook', models.CharField(max_length=40, verbose_name='Regelwerk')),
                ('agreements', models.JSONField(blank=True, default=dict, verbose_name='Vereinbarungen')),
                ('evaluation', models.CharField(choices=[('spielpunkte', 'Spielpunkte'), ('seeger', 'Seeger'), ('seeger-fabian', 'Seeger-Fabian'), ('payment', 'Bezahlung untereinander'), ('matches', 'Gewonnene Partien')], max_length=20, verbose_name='Wertung')),
                ('deals_at_four', models.PositiveSmallIntegerField(default=48, verbose_name='Spiele am Vierertisch')),
                ('deals_at_three', models.PositiveSmallIntegerField(default=36, verbose_name='Spiele am Dreiertisch')),
                ('target', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Punkte, bei denen eine Partie endet')),
                ('second_person', models.BooleanField(default=False, verbose_name='zweite Person bestätigt Listen')),
                ('protest_hours', models.PositiveSmallIntegerField(default=24, verbose_name='Protestfrist in Stunden')),
                ('cut_after', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Schnitt nach Serie')),
                ('cut_places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Plätze, die weiterkommen')),
                ('cut_carries', models.BooleanField(default=True, verbose_name='Punkte bis zum Schnitt zählen weiter')),
                ('lot_decides', models.BooleanField(default=False, verbose_name='Bei Gleichstand entscheidet das Los')),
                ('lots', models.JSONField(blank=True, default=dict, editable=False)),
                ('state', models.CharField(choices=[('draft', 'nicht veröffentlicht'), ('published', 'veröffentlicht'), ('final', 'abgeschlossen')], default='draft', max_length=10, verbose_name='Stand')),
                ('seed', models.CharField(max_length=40, verbose_name='Los')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('club', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.club', verbose_name='Verein')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical Veranstaltung',
                'verbose_name_plural': 'historical Veranstaltungen',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalEventRole',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=20, verbose_name='Rolle')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical Rolle',
                'verbose_name_plural': 'historical Rollen',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalTeam',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'Mannschaft'), ('tandem', 'Tandem'), ('mixed', 'Mixed')], default='team', max_length=10, verbose_name='Art')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('history_change_reason', models.TextField(null=True)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical Mannschaft',
                'verbose_name_plural': 'historical Mannschaften',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Serie')),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Spielzeit in Minuten')),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('plan', models.JSONField(blank=True, default=list, editable=False)),
                ('lot', models.CharField(blank=True, editable=False, max_length=60)),
                ('printed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('clock_started_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.event')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_round_of_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rounds_from_1')],
            },
        ),
        migrations.CreateModel(
            name='FormerSeating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tables', models.JSONField()),
                ('plan', models.JSONField(default=list)),
                ('lot', models.CharField(blank=True, max_length=60)),
                ('reason', models.TextField(blank=True, verbose_name='Begründung')),
                ('replaced_at', models.DateTimeField(auto_now_add=True)),
                ('replaced_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_seatings', to='events.round')),
            ],
            options={
                'verbose_name': 'frühere Plätze',
                'verbose_name_plural': 'frühere Plätze',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Tisch')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='events.round')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='one_table_of_a_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='tables_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='events.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='events.round', verbose_name='Serie')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='events.table')),
            ],
            options={
                'verbose_name': 'Platz',
                'verbose_name_plural': 'Plätze',
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='one_player_on_a_seat'), models.UniqueConstraint(fields=('round', 'entry'), name='one_seat_for_a_player_in_a_round'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 6)), name='seats_from_1_to_6')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'Mannschaft'), ('tandem', 'Tandem'), ('mixed', 'Mixed')], default='team', max_length=10, verbose_name='Art')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='events.event')),
            ],
            options={
                'verbose_name': 'Mannschaft',
                'verbose_name_plural': 'Mannschaften',
                'ordering': ('kind', 'name'),
                'constraints': [models.UniqueConstraint(fields=('event', 'kind', 'name'), name='one_team_of_a_name_and_kind'), models.CheckConstraint(condition=models.Q(('kind__in', ['team', 'tandem', 'mixed']), models.Q(('name', ''), _negated=True)), name='team_has_name_and_kind')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalTeamMember',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'Mannschaft'), ('tandem', 'Tandem'), ('mixed', 'Mixed')], max_length=10)),
                ('history_change_reason', models.TextField(null=True)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('entry', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.entry')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.team')),
            ],
            options={
                'verbose_name': 'historical team member',
                'verbose_name_plural': 'historical team members',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'Mannschaft'), ('tandem', 'Tandem'), ('mixed', 'Mixed')], max_length=10)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_memberships', to='events.entry')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='events.team')),
            ],
            options={
                'ordering': ('entry__start_number',),
                'constraints': [models.UniqueConstraint(fields=('kind', 'entry'), name='one_team_of_a_kind_for_a_player')],
            },
        ),
    ]
