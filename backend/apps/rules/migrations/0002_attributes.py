from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rules', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='lifecyclerule',
            name='kind',
            field=models.CharField(
                choices=[
                    ('set_owner', 'Set Owner'),
                    ('set_permission', 'Set Permission'),
                    ('set_replication', 'Set Replication'),
                    ('set_storage_policy', 'Set Storage Policy'),
                    ('set_erasure_coding', 'Set Erasure Coding'),
                    ('delete', 'Delete'),
                ],
                max_length=32,
            ),
        ),
    ]
