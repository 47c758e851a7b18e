package io.warren.migrate.load;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.XattrPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A present or former row of an inode, with the rows of its ACL and its extended attributes. */
record AttributedRow(Inode inode, @Nullable InodeAcl acl, List<XattrPart> xattrs) {}
