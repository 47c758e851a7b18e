from django.db import migrations, models

SORTS = [
    ('relevance', 'Relevance'), ('name', 'Name'), ('size', 'Size'), ('-size', 'Size Falling'),
    ('mtime', 'Mtime'), ('-mtime', 'Mtime Falling'),
]


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='SavedSearch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user_id', models.BigIntegerField()),
                ('owner', models.CharField(max_length=64)),
                ('name', models.CharField(max_length=100)),
                ('q', models.TextField()),
                ('sort', models.CharField(choices=SORTS, max_length=16)),
                ('shared', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('updated_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user_id', 'name'), name='search_saved_name')],
            },
        ),
        migrations.CreateModel(
            name='SearchExport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user_id', models.BigIntegerField()),
                ('owner', models.CharField(max_length=64)),
                ('q', models.TextField()),
                ('sort', models.CharField(choices=SORTS, max_length=16)),
                ('kind', models.CharField(choices=[('csv', 'Csv'), ('parquet', 'Parquet')], max_length=16)),
                ('seen_as', models.JSONField(null=True)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('succeeded', 'Succeeded'), ('failed', 'Failed')], max_length=16)),
                ('cursor', models.TextField(default='')),
                ('rows', models.BigIntegerField(default=0)),
                ('written_bytes', models.BigIntegerField(default=0)),
                ('size_bytes', models.BigIntegerField(null=True)),
                ('truncated', models.BooleanField(default=False)),
                ('as_of', models.JSONField(null=True)),
                ('error', models.JSONField(null=True)),
                ('created_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('lease_token', models.CharField(max_length=32, null=True)),
                ('lease_expires_at', models.DateTimeField(null=True)),
                ('takeovers', models.IntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['user_id', '-id'], name='search_export_user'), models.Index(fields=['state'], name='search_export_state')],
            },
        ),
    ]
