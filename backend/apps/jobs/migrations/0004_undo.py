from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0003_epochs'),
    ]

    operations = [
        migrations.AlterField(
            model_name='job',
            name='kind',
            field=models.CharField(
                choices=[
                    ('set_quota', 'Set Quota'),
                    ('set_owner', 'Set Owner'),
                    ('set_permission', 'Set Permission'),
                    ('delete', 'Delete'),
                    ('restore', 'Restore'),
                    ('undo', 'Undo'),
                ],
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name='job',
            name='undo_of',
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name='undos',
                to='jobs.job',
            ),
        ),
        migrations.AddField(
            model_name='job',
            name='keeps_former',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='job',
            name='former_bytes',
            field=models.BigIntegerField(default=0),
        ),
    ]
