"""All tables of the first release; a site that has gone through what was before it has them already."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('printing', '0001_initial'),
    ]

    dependencies = [
        ('events', '0001_first_release'),
    ]

    operations = [
        migrations.CreateModel(
            name='CertificateForm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, verbose_name='Überschrift')),
                ('text', models.TextField(max_length=800, verbose_name='Text')),
                ('places', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(200)], verbose_name='Bis zu welchem Platz')),
                ('picture', models.ImageField(blank=True, upload_to='certificates/', verbose_name='Bild')),
                ('first_signature', models.CharField(blank=True, max_length=80, verbose_name='Unter der linken Unterschrift')),
                ('second_signature', models.CharField(blank=True, max_length=80, verbose_name='Unter der rechten Unterschrift')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='certificate_form', to='events.event')),
            ],
            options={
                'verbose_name': 'Urkunde',
                'verbose_name_plural': 'Urkunden',
            },
        ),
    ]
