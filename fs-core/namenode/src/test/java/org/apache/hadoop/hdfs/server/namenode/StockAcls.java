package org.apache.hadoop.hdfs.server.namenode;

import java.util.List;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.hdfs.protocol.AclException;

/** Hadoop's own rules of changing ACLs, which only its package may call. */
public final class StockAcls {
  /** One of the ways to change an ACL. */
  @FunctionalInterface
  public interface Rule {
    List<AclEntry> apply(List<AclEntry> before, List<AclEntry> spec) throws AclException;
  }

  public static final Rule MODIFY = AclTransformation::mergeAclEntries;
  public static final Rule REMOVE_ENTRIES = AclTransformation::filterAclEntriesByAclSpec;
  public static final Rule REPLACE = AclTransformation::replaceAclEntries;
  public static final Rule REMOVE_DEFAULTS =
      (before, spec) -> AclTransformation.filterDefaultAclEntries(before);

  private StockAcls() {}
}
