package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImagePolicies;
import io.warren.migrate.image.ImageStrings;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.XattrPart;
import io.warren.namespace.Principals;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.XattrName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.AclFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;

/** Owners, modes, times, ACLs and extended attributes of an image as rows. */
final class Attributes {
  private final ImageStrings strings;
  private final Principals principals;
  private final ImagePolicies codings;

  Attributes(ImageStrings strings, Principals principals, ImagePolicies codings) {
    this.strings = strings;
    this.principals = principals;
    this.codings = codings;
  }

  /**
   * An inode with the attributes of an image.
   *
   * @param attributesId under which the rows of its ACL and its extended attributes are
   */
  AttributedRow give(
      Inode.Builder inode, StoredAttributes stored, long attributesId, ImportReport report) {
    PermissionStatus permission = strings.permission(stored.permission());
    Inode made =
        inode
            .ownerId(principals.userId(permission.getUserName()))
            .groupId(principals.groupId(permission.getGroupName()))
            .mode(permission.getPermission().toShort())
            .mtimeMs(stored.mtimeMs())
            .atimeMs(stored.atimeMs())
            .build();
    InodeAcl row = null;
    if (stored.acl() != null) {
      Acl acl = acl(stored.acl(), made.mode());
      made = acl.applyTo(made);
      row = acl.row(attributesId);
    }
    List<XattrPart> xattrs =
        stored.xattrs() == null ? List.of() : xattrs(stored.xattrs(), attributesId, made, report);
    return new AttributedRow(
        made.toBuilder().feature(Inode.XATTRS, !xattrs.isEmpty()).build(), row, xattrs);
  }

  /** The whole ACL of an inode, whose mode has the bits that the image keeps there. */
  private Acl acl(AclFeatureProto packed, int mode) {
    List<AclEntry> entries = new ArrayList<>();
    boolean named = false;
    for (org.apache.hadoop.fs.permission.AclEntry entry : strings.acl(packed)) {
      AclEntry ours =
          new AclEntry(
              AclEntry.Scope.valueOf(entry.getScope().name()),
              AclEntry.Type.valueOf(entry.getType().name()),
              entry.getName(),
              Access.ofBits(entry.getPermission().ordinal()));
      entries.add(ours);
      named |= ours.scope() == AclEntry.Scope.ACCESS;
    }
    entries.add(ofMode(AclEntry.Type.USER, mode >> 6));
    // With entries beyond the mode its group's bits are the mask.
    entries.add(ofMode(named ? AclEntry.Type.MASK : AclEntry.Type.GROUP, mode >> 3));
    entries.add(ofMode(AclEntry.Type.OTHER, mode));
    Collections.sort(entries);
    return Acl.of(entries);
  }

  private static AclEntry ofMode(AclEntry.Type type, int bits) {
    return new AclEntry(AclEntry.Scope.ACCESS, type, null, Access.ofBits(bits));
  }

  /**
   * The policies among a directory's attributes.
   *
   * @throws ImageException when there are attributes of an encryption zone
   */
  SetPolicies policies(XAttrFeatureProto packed, long inodeId, String name) {
    SetPolicies policies = SetPolicies.NONE;
    for (XAttr xattr : strings.xattrs(packed)) {
      XattrKind kind = XattrKind.of(xattr);
      if (kind == XattrKind.ENCRYPTION) {
        throw refused("The fsimage holds an encryption zone, which Warren has not", inodeId, name);
      }
      if (kind == XattrKind.ERASURE_CODING) {
        policies = new SetPolicies(policies.storage(), codings.id(XattrKind.codingName(xattr)));
      }
      if (kind == XattrKind.STORAGE_POLICY) {
        policies = new SetPolicies(xattr.getValue()[0], policies.erasureCoding());
      }
    }
    return policies;
  }

  private static ImageException refused(String why, long inodeId, String name) {
    return new ImageException(why).with("inodeId", inodeId).with("name", name);
  }

  /** The rows of the attributes that users and administrators set. */
  private List<XattrPart> xattrs(
      XAttrFeatureProto packed, long attributesId, Inode inode, ImportReport report) {
    List<XattrPart> parts = new ArrayList<>();
    int number = 0;
    for (XAttr xattr : strings.xattrs(packed)) {
      XattrKind kind = XattrKind.of(xattr);
      if (kind == XattrKind.NOTE) {
        String prefixed = XAttrHelper.getPrefixedName(xattr);
        report.leftOut("attribute " + prefixed, inode.id(), inode.name().toString());
      }
      if (kind != XattrKind.KEPT) {
        continue;
      }
      parts.addAll(parts(attributesId, number, xattr));
      number++;
    }
    return parts;
  }

  private static List<XattrPart> parts(long attributesId, int number, XAttr xattr) {
    byte[] value = xattr.getValue() == null ? new byte[0] : xattr.getValue();
    int namespace = XattrName.Namespace.valueOf(xattr.getNameSpace().name()).ordinal();
    List<XattrPart> parts = new ArrayList<>();
    for (int at = 0; at == 0 || at < value.length; at += XattrPart.VALUE_MAX_BYTES) {
      int end = Math.min(value.length, at + XattrPart.VALUE_MAX_BYTES);
      byte[] piece = Arrays.copyOfRange(value, at, end);
      parts.add(
          new XattrPart(attributesId, number, parts.size(), namespace, xattr.getName(), piece));
    }
    return parts;
  }
}
