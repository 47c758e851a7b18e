/**
 * Files whose bytes are rows, as blocks that any client can read: a datanode makes them from bytes
 * that a namenode sends.
 */
@org.jspecify.annotations.NullMarked
package io.warren.datanode.rows;
