package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.Xattr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An inode with the rows that are its own, but for its blocks.
 *
 * @param acl the entries that a mode cannot say
 * @param quota of a directory with limits
 */
record StoredInode(
    Inode inode, List<AclEntry> acl, List<Xattr> xattrs, @Nullable QuotaDirectory quota) {}
