"""Django settings; every value an operator may change comes from `config.env`."""

from django.utils.functional import SimpleLazyObject

from config.database import database
from config.env import env, load_or_create_secret
from config.logs import configure_logs

ENV = env()

# Lazy, so that commands which sign nothing (schema, checks) leave no file behind.
SECRET_KEY = SimpleLazyObject(lambda: load_or_create_secret(ENV.django_secret_path))
DEBUG = False
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"

_bind_host = ENV.http_address.rpartition(":")[0]
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *ENV.allowed_hosts]
if _bind_host not in ("", "0.0.0.0", "[::]", "127.0.0.1"):  # noqa: S104 - compared, not bound
    ALLOWED_HOSTS.append(_bind_host)
CSRF_TRUSTED_ORIGINS = list(ENV.trusted_origins)
CSRF_FAILURE_VIEW = "apps.common.answers.csrf_failure"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "drf_spectacular",
    "apps.common",
    "apps.idempotency",
    "apps.accounts",
    "apps.namespace",
    "apps.files",
    "apps.search",
    "apps.pipeline",
    "apps.sql",
    "apps.usage",
    "apps.trash",
    "apps.snapshots",
    "apps.guard",
    "apps.jobs",
    "apps.rules",
    "apps.cluster",
    "apps.audit",
    "apps.health",
    "apps.figures",
    "apps.migration",
    "apps.limits",
    "apps.service",
    "apps.spread",
    "apps.heat",
    "apps.shards",
    "apps.alerts",
    "apps.events",
]

MIDDLEWARE = [
    "apps.common.request_id.RequestIdMiddleware",
    "apps.common.metrics.MetricsMiddleware",
    "apps.common.security_headers.SecurityHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.console.ConsoleMiddleware",
    "config.compression.AnswerCompressionMiddleware",
    "apps.accounts.session_cookie.LastingCookieMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "apps.common.known_input.KnownInputMiddleware",
]

DATABASES = {"default": database(ENV)}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_AGE = ENV.session_age_s
SESSION_COOKIE_NAME = "warren_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENV.cookie_secure
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = ENV.cookie_secure
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "apps.accounts.authentication.TokenAuthentication",
        "apps.accounts.authentication.SessionAuthentication",
    ],
    # A view that forgets to say who may call it is closed to everyone but administrators.
    "DEFAULT_PERMISSION_CLASSES": ["apps.accounts.permissions.AdministratorsOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["apps.common.parsers.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "apps.common.openapi.ApiSchema",
    # OPTIONS is no operation: openapi.yaml describes all that there are.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "apps.common.answers.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Warren platform API",
    "DESCRIPTION": (
        "Errors are RFC 9457 problem details. Lists are pages with an opaque cursor. "
        "Those of the platform's own rows, of datanodes, of what fills directories and of search "
        "are sorted by `sort` and `direction`; lists read from the metadata store (children of a "
        "directory, blocks, storages, events) come in its own order, as pages of any length of it "
        "cost the same; a short list that has no cursor is whole. Times are "
        "ISO 8601 in UTC, sizes are bytes, modes are octal strings. A browser first reads "
        "`auth/me` (which sets the cookie `csrftoken` even when it answers 401) and sends that "
        "cookie's value as `X-CSRFToken` with every request that changes something; automation "
        "sends `Authorization: Bearer TOKEN`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "apps.common.openapi.describe_refusals",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_NAME_OVERRIDES": {
        "Role": "apps.accounts.models.Role",
        "Origin": "apps.accounts.models.Origin",
        "TokenScope": "apps.accounts.models.TokenScope",
        "UserKind": "apps.accounts.models.UserKind",
        "Permission": "apps.common.rights.Permission",
        "JobState": "apps.jobs.states.JobState",
        "JobKind": "apps.jobs.kinds.JobKind",
        "JobUndo": "apps.jobs.kinds.Undo",
        "JobIfChanged": "apps.jobs.selection.IfChanged",
        "JobSelectedBy": "apps.jobs.selection.SelectedBy",
        "JobQuotaAmount": "apps.jobs.quota_sums.AMOUNTS",
        "JobCheckState": "apps.jobs.states.CheckState",
        "JobCheckTarget": "apps.jobs.states.Target",
        "JobCheckWhat": ["changed", "gone", "joined"],
        "JobApprovalState": "apps.jobs.states.ApprovalState",
        "MigrationStage": "apps.migration.values.MigrationStage",
        "TakeOverPhase": "apps.migration.values.TakeOverPhase",
        "TakeOverObjection": "apps.migration.values.Objection",
        "TakeOverWayBack": "apps.migration.values.WayBack",
        "TakeOverAttemptState": "apps.migration.values.AttemptState",
        "RehearsalVerdict": "apps.migration.values.RehearsalVerdict",
        "RuleKind": "apps.rules.values.RuleKind",
        "RuleEvery": "apps.rules.values.Every",
        "RuleRunState": "apps.rules.values.RunState",
        "ApproverRole": "apps.guard.values.ApproverRole",
        "InodeOperation": "apps.common.values.InodeOperation",
        "EntryKind": "apps.common.values.EntryKind",
        "PipelineCommand": "apps.pipeline.values.PipelineCommand",
        "SearchSort": "apps.search.values.SearchSort",
        "UsageSort": "apps.usage.values.UsageSort",
        "UsageGroupSort": "apps.usage.values.UsageGroupSort",
        "UsageBy": "apps.usage.values.UsageBy",
        "OwnedBy": "apps.usage.values.OwnedBy",
        "OwnerSort": "apps.usage.values.OwnerSort",
        "UsageMeasure": "apps.usage.values.UsageMeasure",
        "QuotaSort": "apps.usage.values.QuotaSort",
        "QuotaStorageType": "apps.usage.values.QuotaStorageType",
        "SnapshotRestoreState": "apps.snapshots.models.RestoreState",
        "SnapshotDifferenceKind": "apps.snapshots.values.DifferenceKind",
        "TrashSort": "apps.trash.values.TrashSort",
        "SqlEngine": "apps.sql.values.SqlEngine",
        "ExportState": "apps.search.values.ExportState",
        "ExportKind": "apps.search.values.ExportKind",
        "FeedState": "apps.cluster.values.FeedState",
        "AuditOutcome": "apps.audit.models.Outcome",
        "CheckStatus": "apps.health.values.CheckStatus",
        "FigureName": "apps.figures.names.FigureName",
        "HeatBy": "apps.heat.selectors.HeatBy",
        "LimitKind": "apps.limits.values.LimitKind",
        "LimitAction": "apps.limits.values.LimitAction",
        "ChangeState": "apps.limits.values.LimitState",
        "LimitNote": "apps.limits.values.LimitNote",
        "BlockTrouble": "apps.cluster.values.BlockTrouble",
        "DatanodeService": "apps.service.values.DatanodeService",
        "NamenodeService": "apps.service.values.NamenodeService",
        "ChildrenSpread": "apps.spread.values.ChildrenSpread",
        "SpreadState": "apps.spread.values.SpreadState",
        "SpreadNote": "apps.spread.values.SpreadNote",
        "HeatWindow": "apps.heat.selectors.HeatWindow",
        "ShardRange": "apps.shards.selectors.ShardRange",
        "FigureRange": "apps.figures.selectors.FigureRange",
        "AlertVerdict": "apps.alerts.values.AlertVerdict",
        "AlertChannelKind": "apps.alerts.values.ChannelKind",
        "AlertDeliveryKind": "apps.alerts.values.DeliveryKind",
        "JobPriority": "apps.jobs.kinds.Priority",
        "AlertDeliveryState": "apps.alerts.values.DeliveryState",
        "HealthVerdict": "apps.health.verdicts.Verdict",
        "HealthCheckKey": "apps.health.verdicts.CheckKey",
        "NamenodeRole": "apps.cluster.values.NamenodeRole",
        "NamenodeState": "apps.cluster.values.NamenodeState",
        "ClusterEventKind": "apps.cluster.values.ClusterEventKind",
        "ClusterEventCause": "apps.cluster.values.ClusterEventCause",
        "DatanodeState": "apps.cluster.values.DatanodeState",
        "DatanodeAdminState": "apps.cluster.values.DatanodeAdminState",
        "OrderedService": "apps.cluster.values.OrderedService",
        "StorageCondition": "apps.cluster.values.StorageCondition",
        "BlockReportKind": "apps.cluster.values.BlockReportKind",
        "ReplicaEventKind": "apps.cluster.values.ReplicaEventKind",
        "RedundancyPriority": "apps.cluster.values.RedundancyPriority",
        "BlockState": "apps.cluster.values.BlockState",
        "ReplicaState": "apps.cluster.values.ReplicaState",
        "StorageState": "apps.cluster.values.StorageState",
        "StoreKind": "apps.cluster.values.StoreKind",
    },
}

LOGGING_CONFIG = None
configure_logs(ENV.log_level)
