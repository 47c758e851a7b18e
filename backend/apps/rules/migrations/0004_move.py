from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rules', '0003_texts'),
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
                    ('set_acl', 'Set Acl'),
                    ('set_xattr', 'Set Xattr'),
                    ('delete', 'Delete'),
                    ('move', 'Move'),
                ],
                max_length=32,
            ),
        ),
    ]
