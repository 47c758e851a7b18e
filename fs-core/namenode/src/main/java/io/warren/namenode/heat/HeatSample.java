package io.warren.namenode.heat;

/**
 * One call that has ended. Texts are empty where a call has no such thing.
 *
 * @param application the caller's context, as far as the client sent one
 * @param directory that the call worked in: the listed one, else the parent of its path
 * @param nanos from its admission to its answer
 * @param rows read and written in the store
 */
public record HeatSample(
    String operation,
    String user,
    String address,
    String application,
    String directory,
    String path,
    long nanos,
    int rows) {}
