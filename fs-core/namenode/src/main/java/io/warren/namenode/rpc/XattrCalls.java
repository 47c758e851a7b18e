package io.warren.namenode.rpc;

import io.warren.namenode.service.AttributeLimits;
import io.warren.namenode.service.Callers;
import io.warren.namespace.Namespace;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.RemoveXattr;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about extended attributes. */
final class XattrCalls extends NamespaceCalls {
  private final XattrLimits limits;
  private final boolean enabled;

  XattrCalls(Namespace namespace, Callers callers, Configuration conf) {
    super(namespace, callers);
    AttributeLimits set = AttributeLimits.of(conf);
    this.limits = set.xattrLimits();
    this.enabled = set.xattrs();
  }

  private void requireEnabled() throws IOException {
    if (!enabled) {
      throw new IOException(
          "The XAttr operation has been rejected.  Support for XAttrs has been disabled by setting "
              + DFSConfigKeys.DFS_NAMENODE_XATTRS_ENABLED_KEY
              + " to false.");
    }
  }

  public void setXAttr(String src, XAttr xAttr, EnumSet<XAttrSetFlag> flag) throws IOException {
    requireEnabled();
    byte[] value = xAttr.getValue();
    run(
        new SetXattr(
            ReservedPaths.withoutRaw(src),
            new Xattr(name(xAttr), value == null ? new byte[0] : value),
            flag.contains(XAttrSetFlag.CREATE),
            flag.contains(XAttrSetFlag.REPLACE),
            limits,
            ReservedPaths.isRaw(src)));
  }

  public List<XAttr> getXAttrs(String src, @Nullable List<XAttr> xAttrs) throws IOException {
    requireEnabled();
    List<XattrName> names =
        xAttrs == null ? List.of() : xAttrs.stream().map(XattrCalls::name).toList();
    return toHadoop(
        run(new GetXattrs(ReservedPaths.withoutRaw(src), names, false, ReservedPaths.isRaw(src))),
        true);
  }

  public List<XAttr> listXAttrs(String src) throws IOException {
    requireEnabled();
    return toHadoop(
        run(
            new GetXattrs(
                ReservedPaths.withoutRaw(src), List.of(), true, ReservedPaths.isRaw(src))),
        false);
  }

  public void removeXAttr(String src, XAttr xAttr) throws IOException {
    requireEnabled();
    run(new RemoveXattr(ReservedPaths.withoutRaw(src), name(xAttr), ReservedPaths.isRaw(src)));
  }

  private static XattrName name(XAttr xAttr) {
    return new XattrName(XattrName.Namespace.valueOf(xAttr.getNameSpace().name()), xAttr.getName());
  }

  private static List<XAttr> toHadoop(List<Xattr> found, boolean withValues) {
    List<XAttr> answer = new ArrayList<>();
    for (Xattr xattr : found) {
      XAttr.Builder builder =
          new XAttr.Builder()
              .setNameSpace(XAttr.NameSpace.valueOf(xattr.name().namespace().name()))
              .setName(xattr.name().name());
      answer.add(withValues ? builder.setValue(xattr.value()).build() : builder.build());
    }
    return answer;
  }
}
