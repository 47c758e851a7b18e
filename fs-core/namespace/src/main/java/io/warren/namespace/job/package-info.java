/**
 * Changes that a job makes: on exactly one inode, once, and only for the worker that has the job.
 */
@org.jspecify.annotations.NullMarked
package io.warren.namespace.job;
