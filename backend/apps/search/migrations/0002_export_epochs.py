from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='searchexport',
            name='complete',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='searchexport',
            name='epoch',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='searchexport',
            name='file_epoch',
            field=models.IntegerField(null=True),
        ),
    ]
