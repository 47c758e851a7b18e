package io.warren.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One measured run.
 *
 * @param workload e.g. "mix" or "nn-create"
 * @param peer "warren" or "stock"
 * @param repeat from 1
 * @param details the mix's own result, null for other workloads
 */
public record Measurement(
    String workload,
    String peer,
    int repeat,
    double operationsPerSecond,
    @Nullable JsonNode details) {}
