"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
import simple_history.models
import skatliga.access
import skatliga.publication
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('years', '0001_club_years'),
        ('years', '0002_past_years'),
        ('years', '0003_past_averages'),
    ]

    dependencies = [
        ('events', '0001_first_release'),
        ('people', '0001_first_release'),
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubYear',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('slug', models.SlugField(max_length=160, unique=True)),
                ('first_day', models.DateField(verbose_name='erster Tag')),
                ('last_day', models.DateField(verbose_name='letzter Tag')),
                ('measure', models.CharField(choices=[('total', 'die Summe'), ('average', 'der Schnitt')], default='total', max_length=10, verbose_name='Es entscheidet')),
                ('unit', models.CharField(choices=[('list', 'Listen'), ('evening', 'Abende')], default='list', max_length=10, verbose_name='Gezählt werden')),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Es zählen nur die besten')),
                ('drop', models.PositiveSmallIntegerField(default=0, verbose_name='Streichergebnisse')),
                ('block', models.CharField(choices=[('whole', 'ganzes Jahr'), ('half', 'Halbjahr'), ('quarter', 'Quartal'), ('month', 'Monat')], default='whole', max_length=10, verbose_name='Streichergebnisse je')),
                ('minimum', models.PositiveSmallIntegerField(default=0, verbose_name='Mindestzahl')),
                ('missing_as_zero', models.BooleanField(default=False, verbose_name='Was an der Mindestzahl fehlt, zählt 0')),
                ('credit', models.PositiveIntegerField(default=0, verbose_name='Gutschrift für einen versäumten Abend')),
                ('credits', models.PositiveSmallIntegerField(default=0, verbose_name='Gutschriften höchstens')),
                ('projected', models.BooleanField(default=False, verbose_name='Jede Liste wird auf 48 Spiele hochgerechnet')),
                ('parts', models.CharField(choices=[('whole', 'ganzes Jahr'), ('half', 'Halbjahr'), ('quarter', 'Quartal'), ('month', 'Monat')], default='whole', max_length=10, verbose_name='Eigene Tabellen je')),
                ('groups', models.PositiveSmallIntegerField(choices=[(0, 'keine'), (2, 'zwei'), (3, 'drei')], default=0, verbose_name='Leistungsgruppen')),
                ('interval', models.PositiveSmallIntegerField(default=7, verbose_name='Tage bis zum nächsten Abend')),
                ('seating', models.CharField(choices=[('lot', 'Los, ohne dass sich jemand wieder trifft'), ('last', 'nach dem letzten Abend'), ('year', 'nach der Jahrestabelle'), ('groups', 'nach Leistungsgruppen, darin gelost')], default='lot', max_length=10, verbose_name='Die erste Serie wird gesetzt')),
                ('opening', models.IntegerField(default=0, verbose_name='Kassenbestand am Anfang')),
                ('state', models.CharField(choices=[('draft', 'nicht veröffentlicht'), ('published', 'veröffentlicht'), ('final', 'abgeschlossen')], default='draft', max_length=10, verbose_name='Stand')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='years', to='people.club', verbose_name='Verein')),
                ('template', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.event', verbose_name='Muster')),
            ],
            options={
                'verbose_name': 'Clubjahr',
                'verbose_name_plural': 'Clubjahre',
                'ordering': ('-first_day', 'name'),
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_year_of_a_name', violation_error_message='Ein Clubjahr dieses Namens gibt es schon.'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('last_day__gte', models.F('first_day'))), name='year_has_name_and_days', violation_error_message='Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen.'), models.CheckConstraint(condition=models.Q(('block__in', ['whole', 'half', 'quarter', 'month']), ('groups__in', [0, 2, 3]), ('measure__in', ['total', 'average']), ('parts__in', ['whole', 'half', 'quarter', 'month']), ('seating__in', ['lot', 'last', 'year', 'groups']), ('state__in', ['draft', 'published', 'final']), ('unit__in', ['list', 'evening'])), name='year_choices_known'), models.CheckConstraint(condition=models.Q(models.Q(('best', None), ('best__gte', 1), _connector='OR'), ('interval__gte', 1)), name='year_numbers_make_sense', violation_error_message='Mindestens ein Ergebnis muss zählen, und zwischen zwei Abenden liegt ein Tag.'), models.CheckConstraint(condition=models.Q(models.Q(('credit', 0), ('credits', 0)), models.Q(('credit__gte', 1), ('credits__gte', 1)), _connector='OR'), name='credits_have_points', violation_error_message='Zur Gutschrift gehören beide Zahlen: wie viele Punkte und für wie viele Abende.'), models.CheckConstraint(condition=models.Q(models.Q(('seating', 'groups'), _negated=True), ('groups__gte', 2), _connector='OR'), name='groups_to_be_seated_exist', violation_error_message='Um nach Leistungsgruppen zu setzen, bitte zwei oder drei Gruppen wählen.')],
            },
            bases=(skatliga.access.HasRole, skatliga.publication.Public, models.Model),
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='year_evenings', to='events.event')),
                ('year', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='years.clubyear')),
            ],
            options={
                'verbose_name': 'Abend',
                'verbose_name_plural': 'Abende',
                'ordering': ('event__date', 'event'),
                'constraints': [models.UniqueConstraint(fields=('year', 'event'), name='an_evening_counts_once_a_year')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalClubYear',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('slug', models.SlugField(max_length=160)),
                ('first_day', models.DateField(verbose_name='erster Tag')),
                ('last_day', models.DateField(verbose_name='letzter Tag')),
                ('measure', models.CharField(choices=[('total', 'die Summe'), ('average', 'der Schnitt')], default='total', max_length=10, verbose_name='Es entscheidet')),
                ('unit', models.CharField(choices=[('list', 'Listen'), ('evening', 'Abende')], default='list', max_length=10, verbose_name='Gezählt werden')),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Es zählen nur die besten')),
                ('drop', models.PositiveSmallIntegerField(default=0, verbose_name='Streichergebnisse')),
                ('block', models.CharField(choices=[('whole', 'ganzes Jahr'), ('half', 'Halbjahr'), ('quarter', 'Quartal'), ('month', 'Monat')], default='whole', max_length=10, verbose_name='Streichergebnisse je')),
                ('minimum', models.PositiveSmallIntegerField(default=0, verbose_name='Mindestzahl')),
                ('missing_as_zero', models.BooleanField(default=False, verbose_name='Was an der Mindestzahl fehlt, zählt 0')),
                ('credit', models.PositiveIntegerField(default=0, verbose_name='Gutschrift für einen versäumten Abend')),
                ('credits', models.PositiveSmallIntegerField(default=0, verbose_name='Gutschriften höchstens')),
                ('projected', models.BooleanField(default=False, verbose_name='Jede Liste wird auf 48 Spiele hochgerechnet')),
                ('parts', models.CharField(choices=[('whole', 'ganzes Jahr'), ('half', 'Halbjahr'), ('quarter', 'Quartal'), ('month', 'Monat')], default='whole', max_length=10, verbose_name='Eigene Tabellen je')),
                ('groups', models.PositiveSmallIntegerField(choices=[(0, 'keine'), (2, 'zwei'), (3, 'drei')], default=0, verbose_name='Leistungsgruppen')),
                ('interval', models.PositiveSmallIntegerField(default=7, verbose_name='Tage bis zum nächsten Abend')),
                ('seating', models.CharField(choices=[('lot', 'Los, ohne dass sich jemand wieder trifft'), ('last', 'nach dem letzten Abend'), ('year', 'nach der Jahrestabelle'), ('groups', 'nach Leistungsgruppen, darin gelost')], default='lot', max_length=10, verbose_name='Die erste Serie wird gesetzt')),
                ('opening', models.IntegerField(default=0, verbose_name='Kassenbestand am Anfang')),
                ('state', models.CharField(choices=[('draft', 'nicht veröffentlicht'), ('published', 'veröffentlicht'), ('final', 'abgeschlossen')], default='draft', max_length=10, verbose_name='Stand')),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('club', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.club', verbose_name='Verein')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('template', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event', verbose_name='Muster')),
            ],
            options={
                'verbose_name': 'historical Clubjahr',
                'verbose_name_plural': 'historical Clubjahre',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalEvening',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('year', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='years.clubyear')),
            ],
            options={
                'verbose_name': 'historical Abend',
                'verbose_name_plural': 'historical Abende',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='PastYear',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('slug', models.SlugField(max_length=160, unique=True)),
                ('first_day', models.DateField(verbose_name='erster Tag')),
                ('last_day', models.DateField(verbose_name='letzter Tag')),
                ('public', models.BooleanField(default=False, verbose_name='veröffentlicht')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='past_years', to='people.club', verbose_name='Verein')),
            ],
            options={
                'verbose_name': 'übernommenes Clubjahr',
                'verbose_name_plural': 'übernommene Clubjahre',
                'ordering': ('-first_day', 'name'),
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_past_year_of_a_name', violation_error_message='Ein übernommenes Clubjahr dieses Namens gibt es schon.'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('last_day__gte', models.F('first_day'))), name='past_year_has_name_and_days', violation_error_message='Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen.')],
            },
            bases=(skatliga.access.HasRole, models.Model),
        ),
        migrations.CreateModel(
            name='PastResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=130, verbose_name='Name')),
                ('place', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('points', models.IntegerField(blank=True, null=True, verbose_name='Punkte')),
                ('average', models.IntegerField(blank=True, null=True, verbose_name='Schnitt')),
                ('evenings', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Abende')),
                ('lists', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Listen')),
                ('won', models.PositiveIntegerField(blank=True, null=True, verbose_name='Gewonnen')),
                ('lost', models.PositiveIntegerField(blank=True, null=True, verbose_name='Verloren')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='past_results', to='people.player', verbose_name='Spieler')),
                ('year', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='years.pastyear')),
            ],
            options={
                'verbose_name': 'übernommenes Ergebnis',
                'verbose_name_plural': 'übernommene Ergebnisse',
                'ordering': ('place', 'pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('year', 'player'), name='one_past_result_of_a_player'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('place__gte', 1)), name='past_result_has_name_and_place'), models.CheckConstraint(condition=models.Q(('points__isnull', False), ('average__isnull', False), _connector='OR'), name='past_result_has_points_or_average')],
            },
        ),
        migrations.CreateModel(
            name='CashEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField(verbose_name='Datum')),
                ('cents', models.IntegerField(verbose_name='Betrag')),
                ('note', models.CharField(max_length=200, verbose_name='Wofür')),
                ('key', models.UUIDField(blank=True, null=True, unique=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='years.cashentry')),
                ('year', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cash_entries', to='years.clubyear')),
            ],
            options={
                'verbose_name': 'Kasseneintrag',
                'verbose_name_plural': 'Kasseneinträge',
                'ordering': ('date', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('cents', 0), _negated=True), models.Q(('note', ''), _negated=True)), name='cash_entry_moves_money_and_says_why')],
            },
        ),
        migrations.AddField(
            model_name='clubyear',
            name='events',
            field=models.ManyToManyField(related_name='years', through='years.Evening', to='events.event'),
        ),
    ]
