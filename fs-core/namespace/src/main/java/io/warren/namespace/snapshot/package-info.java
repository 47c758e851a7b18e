/**
 * Snapshots of directories: taking, naming, deleting and reading them. A snapshot is a number; rows
 * that change afterwards are kept as forms (see {@link io.warren.namespace.SnapshotScopes}).
 */
@org.jspecify.annotations.NullMarked
package io.warren.namespace.snapshot;
