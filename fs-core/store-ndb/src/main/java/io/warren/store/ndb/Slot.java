package io.warren.store.ndb;

import io.warren.store.schema.ColumnType;

/**
 * Where one column lies in a row buffer.
 *
 * @param number the column's number in the table
 * @param lengthBytes bytes of the length in front of BYTES and TEXT: 1 or 2; 0 for other types
 * @param nullByte offset of the byte with the null bit, -1 when the column is not nullable
 * @param nullMask the null bit
 */
record Slot(
    String name,
    ColumnType type,
    int maxBytes,
    int number,
    int offset,
    int lengthBytes,
    int nullByte,
    int nullMask) {}
