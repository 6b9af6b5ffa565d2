import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('exchange', '0001_uploads'),
        ('lists', '0006_devices'),
        ('people', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='upload',
            name='heading',
            field=models.PositiveSmallIntegerField(null=True),
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
    ]
