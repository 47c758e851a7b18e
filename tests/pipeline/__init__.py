"""The change pipeline of a running cluster mode: its servers are real."""
