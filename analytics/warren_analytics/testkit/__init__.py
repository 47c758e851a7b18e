"""For tests only: a replica in a temporary folder."""
