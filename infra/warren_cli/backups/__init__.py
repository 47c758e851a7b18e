"""Backups of a Warren that runs, and restores of them into an empty data folder."""
