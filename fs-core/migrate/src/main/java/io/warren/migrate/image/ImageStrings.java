package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatPBINode;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.AclFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager.StringTable;

/** The names of users, groups and attributes, which an image's inodes have by number. */
public final class ImageStrings {
  private final StringTable table;

  private ImageStrings(StringTable table) {
    this.table = table;
  }

  /** Reads an image's table of strings. */
  public static ImageStrings read(ImageFile image) throws IOException {
    try (InputStream in = image.require(SectionName.STRING_TABLE)) {
      StringTableSection section = StringTableSection.parseDelimitedFrom(in);
      StringTable table =
          SerialNumberManager.newStringTable(section.getNumEntry(), section.getMaskBits());
      for (int i = 0; i < section.getNumEntry(); i++) {
        StringTableSection.Entry entry = StringTableSection.Entry.parseDelimitedFrom(in);
        if (entry == null) {
          throw new ImageException("The fsimage's table of names is cut short");
        }
        table.put(entry.getId(), entry.getStr());
      }
      return new ImageStrings(table);
    }
  }

  /** Owner, group and mode as an inode's number packs them. */
  public PermissionStatus permission(long packed) {
    return FSImageFormatPBINode.Loader.loadPermission(packed, table);
  }

  /** The entries of an ACL without those that the mode says. */
  public List<AclEntry> acl(AclFeatureProto packed) {
    return FSImageFormatPBINode.Loader.loadAclEntries(packed, table);
  }

  /** Extended attributes, those of the file system itself included. */
  public List<XAttr> xattrs(XAttrFeatureProto packed) {
    return FSImageFormatPBINode.Loader.loadXAttrs(packed, table);
  }
}
