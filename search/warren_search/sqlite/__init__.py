"""The search index in one SQLite file: FTS5 over the names' trigrams, documents keyed by inode."""
