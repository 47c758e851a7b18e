package io.warren.model;

/** A datanode's storage by its stored number. */
public record Storage(int id, String uuid, String datanodeUuid, String type) {}
