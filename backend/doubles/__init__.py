"""Test doubles of what the platform talks to."""
