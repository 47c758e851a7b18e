"""The change feed: reads it from the namenodes and keeps the search index in step."""
