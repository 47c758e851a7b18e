from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        # The namenodes know the groups.
        migrations.RemoveField(model_name="user", name="hdfs_groups"),
        migrations.AddField(
            model_name="user",
            name="rights_epoch",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
