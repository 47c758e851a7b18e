/**
 * Leases: who writes to which file, and how a file is closed whose writer is gone. A lease names an
 * inode, not a path, so a rename changes nothing.
 */
@NullMarked
package io.warren.namespace.lease;

import org.jspecify.annotations.NullMarked;
