"""What the cluster did and held over time: one row for all figures of a moment."""

from django.db import models


class FigureRound(models.Model):
    """The one row by which workers agree who takes the next sample."""

    claimed_at = models.DateTimeField()


class FigureSample(models.Model):
    """All figures at `at`, by their names (`apps.figures.names`).

    A sample of FINE_S is a measurement, one of COARSE_S stands for the COARSE_S from `at` on.
    """

    resolution_s = models.PositiveIntegerField()
    at = models.DateTimeField()
    figures = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["resolution_s", "at"], name="figure_sample_moment")
        ]
