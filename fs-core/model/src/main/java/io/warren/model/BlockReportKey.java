package io.warren.model;

/** A storage's block report by its begin. */
public record BlockReportKey(int storageId, long startedAtMs) {}
