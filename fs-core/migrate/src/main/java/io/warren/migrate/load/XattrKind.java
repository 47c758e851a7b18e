package io.warren.migrate.load;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.io.WritableUtils;

/** What an extended attribute of a stock NameNode is to Warren. */
public enum XattrKind {
  /** Users and administrators set it: it is kept. */
  KEPT,
  /** The storage policy of a directory, which is no attribute here. */
  STORAGE_POLICY,
  /** Of an encryption zone or a file in one, which Warren does not have. */
  ENCRYPTION,
  /** The erasure-coding policy of a directory, which is no attribute here. */
  ERASURE_CODING,
  /** What the NameNode notes for itself: nothing comes of leaving it out. */
  NOTE;

  private static final Set<String> NOTES =
      Set.of(
          HdfsServerConstants.XATTR_SATISFY_STORAGE_POLICY,
          HdfsServerConstants.XATTR_SNAPSHOT_DELETED);

  /** The name of an erasure-coding policy: the value is that with its length before it. */
  public static String codingName(XAttr xattr) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(xattr.getValue()))) {
      return WritableUtils.readString(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What an attribute is. */
  public static XattrKind of(XAttr xattr) {
    String prefixed = XAttrHelper.getPrefixedName(xattr);
    if (prefixed.startsWith("raw.hdfs.crypto.")) {
      return ENCRYPTION;
    }
    if (prefixed.equals(HdfsServerConstants.XATTR_ERASURECODING_POLICY)) {
      return ERASURE_CODING;
    }
    if (BlockStoragePolicySuite.isStoragePolicyXAttr(xattr)) {
      return STORAGE_POLICY;
    }
    boolean internal = xattr.getNameSpace() == XAttr.NameSpace.SYSTEM;
    return internal || NOTES.contains(prefixed) ? NOTE : KEPT;
  }
}
