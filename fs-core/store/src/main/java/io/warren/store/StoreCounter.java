package io.warren.store;

import java.util.function.LongSupplier;

/**
 * A number of a store that only rises, for metrics.
 *
 * @param name in Prometheus' words without prefix and suffix, dots between them, e.g.
 *     "transactions.started"
 * @param label a label's name, from a bounded set
 * @param labelValue the label's value
 */
public record StoreCounter(
    String name, String label, String labelValue, String description, LongSupplier value) {}
