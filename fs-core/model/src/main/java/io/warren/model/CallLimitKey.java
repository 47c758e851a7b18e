package io.warren.model;

/** Whose calls are limited: there is at most one limit for each. */
public record CallLimitKey(CallLimitKind kind, String name) {}
