"""Sending of signed webhooks."""
