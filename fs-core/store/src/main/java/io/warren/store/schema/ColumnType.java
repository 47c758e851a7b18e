package io.warren.store.schema;

/** Storage types. Text is UTF-8; BYTES and TEXT have a maximum length in bytes. */
public enum ColumnType {
  INT64,
  INT32,
  INT8,
  BOOL,
  BYTES,
  TEXT
}
