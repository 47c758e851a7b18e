"""What a worker did for jobs, for Prometheus: kinds and states, no paths and no users."""

from prometheus_client import Counter, Histogram

ENDED = Counter("warren_jobs_ended_total", "Jobs that a worker ended.", ["kind", "state"])
SECONDS = Histogram(
    "warren_job_seconds",
    "Time from a job's creation to its end.",
    ["kind"],
    buckets=(1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400),
)
STEPS = Counter("warren_job_steps_total", "Steps of jobs that were stored.", ["kind"])
CHANGED = Counter("warren_job_changes_total", "Inodes that jobs changed.", ["kind"])
