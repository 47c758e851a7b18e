package io.warren.model;

/** A user or a group by its stored number. */
public record Principal(int id, String name) {}
