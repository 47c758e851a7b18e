package io.warren.store.schema;

import java.util.List;

/**
 * A secondary index, by the names of its columns in order. Rows with equal index columns come in
 * primary-key order.
 */
public record Index(String name, List<String> columns, boolean unique) {}
