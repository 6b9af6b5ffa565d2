"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.db.models.deletion
import simple_history.models
import skatliga.desk.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('desk', '0001_tournament'),
        ('desk', '0002_money'),
        ('desk', '0003_plans'),
        ('desk', '0004_lots'),
    ]

    dependencies = [
        ('events', '0001_first_release'),
        ('people', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Fees',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry_fee', models.PositiveIntegerField(default=0, verbose_name='Startgeld')),
                ('list_fee', models.PositiveIntegerField(default=0, verbose_name='Kartengeld')),
                ('abreizgeld', models.JSONField(blank=True, default=skatliga.desk.models.usual_ladder, verbose_name='Abreizgeld')),
                ('abreizgeld_in_pot', models.BooleanField(default=False, verbose_name='Abreizgeld kommt in den Topf')),
                ('stake', models.PositiveSmallIntegerField(default=0, verbose_name='Punktwert')),
                ('prizes', models.JSONField(blank=True, default=dict)),
                ('awards', models.JSONField(blank=True, null=True)),
                ('jackpot', models.PositiveIntegerField(default=0, verbose_name='Jackpot zu Beginn')),
                ('jackpot_share', models.PositiveIntegerField(default=0, verbose_name='vom Startgeld in den Jackpot')),
                ('pot_extra', models.PositiveIntegerField(default=0, verbose_name='Zuschuss zum Topf')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fees', to='events.event')),
            ],
            options={
                'verbose_name': 'Startgeld und Preise',
                'verbose_name_plural': 'Startgeld und Preise',
            },
        ),
        migrations.CreateModel(
            name='HistoricalFees',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('entry_fee', models.PositiveIntegerField(default=0, verbose_name='Startgeld')),
                ('list_fee', models.PositiveIntegerField(default=0, verbose_name='Kartengeld')),
                ('abreizgeld', models.JSONField(blank=True, default=skatliga.desk.models.usual_ladder, verbose_name='Abreizgeld')),
                ('abreizgeld_in_pot', models.BooleanField(default=False, verbose_name='Abreizgeld kommt in den Topf')),
                ('stake', models.PositiveSmallIntegerField(default=0, verbose_name='Punktwert')),
                ('prizes', models.JSONField(blank=True, default=dict)),
                ('awards', models.JSONField(blank=True, null=True)),
                ('jackpot', models.PositiveIntegerField(default=0, verbose_name='Jackpot zu Beginn')),
                ('jackpot_share', models.PositiveIntegerField(default=0, verbose_name='vom Startgeld in den Jackpot')),
                ('pot_extra', models.PositiveIntegerField(default=0, verbose_name='Zuschuss zum Topf')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('event', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.event')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical Startgeld und Preise',
                'verbose_name_plural': 'historical Startgeld und Preise',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('seed', models.CharField(max_length=60)),
                ('settings', models.JSONField()),
                ('seating', models.JSONField()),
                ('plan', models.JSONField(default=list)),
                ('report', models.JSONField()),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='events.round')),
            ],
            options={
                'verbose_name': 'Auslosung',
                'verbose_name_plural': 'Auslosungen',
                'ordering': ('-made_at',),
            },
        ),
        migrations.CreateModel(
            name='Booking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('entry_fee', 'Startgeld'), ('list_fee', 'Kartengeld'), ('abreizgeld', 'Abreizgeld'), ('prize', 'Preis'), ('jackpot', 'Jackpot'), ('other', 'Sonstiges')], max_length=12, verbose_name='Art')),
                ('cents', models.IntegerField(verbose_name='Betrag')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='Vermerk')),
                ('key', models.UUIDField(blank=True, null=True, unique=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='events.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='events.event')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='desk.booking')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='events.round')),
            ],
            options={
                'verbose_name': 'Buchung',
                'verbose_name_plural': 'Buchungen',
                'ordering': ('at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('cents', 0), _negated=True), ('kind__in', ['entry_fee', 'list_fee', 'abreizgeld', 'prize', 'jackpot', 'other'])), name='booking_moves_money_of_a_known_kind'), models.CheckConstraint(condition=models.Q(('reverses', None), models.Q(('note', ''), _negated=True), _connector='OR'), name='a_reversal_says_why')],
            },
        ),
    ]
