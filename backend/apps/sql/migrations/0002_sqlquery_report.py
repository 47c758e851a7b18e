from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sql", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="sqlquery",
            name="report",
            field=models.CharField(default="", max_length=64),
        ),
    ]
