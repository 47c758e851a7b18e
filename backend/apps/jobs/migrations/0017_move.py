from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0016_texts'),
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
                    ('set_replication', 'Set Replication'),
                    ('set_storage_policy', 'Set Storage Policy'),
                    ('set_erasure_coding', 'Set Erasure Coding'),
                    ('set_acl', 'Set Acl'),
                    ('set_xattr', 'Set Xattr'),
                    ('delete', 'Delete'),
                    ('restore', 'Restore'),
                    ('move', 'Move'),
                    ('undo', 'Undo'),
                ],
                max_length=32,
            ),
        ),
    ]
