from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0002_indexes_for_every_database'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='epoch',
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='job',
            name='steps_made',
            field=models.BigIntegerField(default=0),
        ),
    ]
