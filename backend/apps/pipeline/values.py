from django.db import models


class PipelineCommand(models.TextChoices):
    """What an administrator may ask of the indexer."""

    PAUSE = "pause"
    RESUME = "resume"
    REBUILD = "rebuild"
    REPAIR = "repair"
