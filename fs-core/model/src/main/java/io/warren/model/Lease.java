package io.warren.model;

/** A client's right to write to the files of its lease paths. */
public record Lease(String holder, long lastRenewedMs) {}
