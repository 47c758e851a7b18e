package io.warren.store.ndb;

/** One applied file of the schema folder. */
record SchemaVersion(int version, String name, String checksum, long appliedAtMs) {}
