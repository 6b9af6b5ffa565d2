"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import simple_history.models
import skatliga.access
import skatliga.people.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('people', '0001_initial'),
        ('people', '0002_sign_in_names'),
        ('people', '0003_role_offers'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, unique=True, verbose_name='Name')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='Adresse')),
                ('place', models.CharField(blank=True, max_length=100, verbose_name='Ort')),
                ('number', models.CharField(blank=True, help_text='Nummer im Verband in der Form 07.01.116, falls vorhanden.', max_length=12, validators=[django.core.validators.RegexValidator('^\\d\\d\\.\\d\\d\\.\\d\\d\\d$', 'Bitte in der Form 07.01.116 angeben.')], verbose_name='Vereinsnummer')),
            ],
            options={
                'verbose_name': 'Verein',
                'verbose_name_plural': 'Vereine',
                'ordering': ('name',),
                'constraints': [models.UniqueConstraint(models.F('number'), condition=models.Q(('number', ''), _negated=True), name='club_number_unique', violation_error_message='Diese Vereinsnummer hat schon ein anderer Verein.'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_name')],
            },
            bases=(skatliga.access.HasRole, models.Model),
        ),
        migrations.CreateModel(
            name='GuessedName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=450, unique=True)),
                ('wrong', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('sign_in_name', skatliga.people.models.SignInName(editable=False, max_length=450, unique=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('managed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='people.club', verbose_name='geführt von')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ClubRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=14, verbose_name='Rolle')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='people.club', verbose_name='Verein')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_roles', to=settings.AUTH_USER_MODEL, verbose_name='Benutzer')),
            ],
            options={
                'verbose_name': 'Rolle',
                'verbose_name_plural': 'Rollen',
                'ordering': ('user__last_name', 'user__username'),
                'constraints': [models.UniqueConstraint(fields=('user', 'club'), name='club_role_unique'), models.CheckConstraint(condition=models.Q(('role__in', ['reader', 'listenfuehrer', 'spielleitung', 'administrator'])), name='club_role_known')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalClubRole',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=14, verbose_name='Rolle')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('club', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.club', verbose_name='Verein')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='Benutzer')),
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
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_name', models.CharField(max_length=60, verbose_name='Vorname')),
                ('last_name', models.CharField(max_length=60, verbose_name='Nachname')),
                ('sort_key', models.CharField(db_index=True, editable=False, max_length=240)),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Geburtsjahr')),
                ('gender', models.CharField(blank=True, choices=[('damen', 'Damen'), ('herren', 'Herren')], max_length=6, verbose_name='Damen oder Herren')),
                ('category', models.CharField(blank=True, choices=[('schueler', 'Schüler'), ('jugend', 'Jugend'), ('junioren', 'Junioren'), ('senioren', 'Senioren')], max_length=8, verbose_name='Altersklasse')),
                ('federation_number', models.CharField(blank=True, max_length=20, verbose_name='Verbandsnummer')),
                ('publication', models.CharField(choices=[('full', 'voller Name'), ('first_name', 'nur Vorname'), ('pseudonym', 'Pseudonym')], default='full', help_text='Unter welchem Namen Ergebnisse öffentlich erscheinen, auf Seiten und auf Aushängen.', max_length=10, verbose_name='Veröffentlichung')),
                ('pseudonym', models.CharField(blank=True, max_length=60, verbose_name='Pseudonym')),
                ('merged_into', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='people.player')),
            ],
            options={
                'verbose_name': 'Spieler',
                'verbose_name_plural': 'Spieler',
                'ordering': ('sort_key', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('first_name', ''), _negated=True), models.Q(('last_name', ''), _negated=True)), name='player_has_name'), models.CheckConstraint(condition=models.Q(('birth_year__isnull', True), ('birth_year__range', (1900, 2100)), _connector='OR'), name='player_birth_year_plausible', violation_error_message='Das Geburtsjahr muss zwischen 1900 und 2100 liegen.'), models.CheckConstraint(condition=models.Q(models.Q(('publication', 'pseudonym'), _negated=True), models.Q(('pseudonym', ''), _negated=True), _connector='OR'), name='player_pseudonym_given', violation_error_message='Wer unter Pseudonym erscheint, braucht eines; bitte eintragen.'), models.CheckConstraint(condition=models.Q(('category__in', ['', 'schueler', 'jugend', 'junioren', 'senioren']), ('gender__in', ['', 'damen', 'herren']), ('publication__in', ['full', 'first_name', 'pseudonym'])), name='player_choices_known'), models.CheckConstraint(condition=models.Q(('merged_into', models.F('id')), _negated=True), name='player_not_merged_into_itself')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(blank=True, max_length=20, verbose_name='Mitgliedsnummer')),
                ('league_club', models.BooleanField(default=False, verbose_name='spielt für diesen Verein in der Liga')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='people.club', verbose_name='Verein')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='people.player', verbose_name='Spieler')),
            ],
            options={
                'verbose_name': 'Mitgliedschaft',
                'verbose_name_plural': 'Mitgliedschaften',
                'ordering': ('player__sort_key', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='membership_unique', violation_error_message='Dieser Spieler steht schon im Register des Vereins.'), models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('club', 'number'), name='membership_number_unique', violation_error_message='Diese Mitgliedsnummer ist im Verein schon vergeben.'), models.UniqueConstraint(condition=models.Q(('league_club', True)), fields=('player',), name='membership_one_league_club', violation_error_message='Dieser Spieler spielt schon für einen anderen Verein in der Liga.')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalPlayer',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('first_name', models.CharField(max_length=60, verbose_name='Vorname')),
                ('last_name', models.CharField(max_length=60, verbose_name='Nachname')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Geburtsjahr')),
                ('gender', models.CharField(blank=True, choices=[('damen', 'Damen'), ('herren', 'Herren')], max_length=6, verbose_name='Damen oder Herren')),
                ('category', models.CharField(blank=True, choices=[('schueler', 'Schüler'), ('jugend', 'Jugend'), ('junioren', 'Junioren'), ('senioren', 'Senioren')], max_length=8, verbose_name='Altersklasse')),
                ('federation_number', models.CharField(blank=True, max_length=20, verbose_name='Verbandsnummer')),
                ('publication', models.CharField(choices=[('full', 'voller Name'), ('first_name', 'nur Vorname'), ('pseudonym', 'Pseudonym')], default='full', help_text='Unter welchem Namen Ergebnisse öffentlich erscheinen, auf Seiten und auf Aushängen.', max_length=10, verbose_name='Veröffentlichung')),
                ('pseudonym', models.CharField(blank=True, max_length=60, verbose_name='Pseudonym')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('merged_into', models.ForeignKey(blank=True, db_constraint=False, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.player')),
            ],
            options={
                'verbose_name': 'historical Spieler',
                'verbose_name_plural': 'historical Spieler',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='ClubOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('reader', 'Leser'), ('listenfuehrer', 'Listenführer'), ('spielleitung', 'Spielleitung'), ('administrator', 'Administrator')], max_length=14, verbose_name='Rolle')),
                ('code', models.CharField(editable=False, max_length=12)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='people.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('created_at', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('user', 'club'), name='club_offer_unique'), models.CheckConstraint(condition=models.Q(('role__in', ['reader', 'listenfuehrer', 'spielleitung', 'administrator'])), name='club_offer_role_known')],
            },
        ),
        migrations.AddField(
            model_name='club',
            name='users',
            field=models.ManyToManyField(related_name='clubs', through='people.ClubRole', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='club',
            name='players',
            field=models.ManyToManyField(related_name='clubs', through='people.Membership', to='people.player'),
        ),
    ]
