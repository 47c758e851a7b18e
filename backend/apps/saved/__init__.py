"""What users keep under a name of their own."""
