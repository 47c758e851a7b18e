"""The columnar replica of the namespace: it follows the change feed and answers read-only SQL."""
