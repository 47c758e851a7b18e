package io.warren.model;

/** A named fact about the whole file system (cluster id, block pool id, leader epoch, …). */
public record ClusterVariable(String name, String value) {}
