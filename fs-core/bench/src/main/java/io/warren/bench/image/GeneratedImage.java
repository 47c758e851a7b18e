package io.warren.bench.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.common.GenerationStamp;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.INodeId;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * A name directory that a stock NameNode starts from: directories with so many files each, in a
 * tree in which each directory has so many others; each file has one block. The same numbers give
 * the same image.
 *
 * @param inodes about so many: directories are whole
 */
record GeneratedImage(long inodes, int filesEach, int directoriesEach) {
  private static final long ROOT_ID = INodeId.ROOT_INODE_ID;
  private static final long FIRST_BLOCK_ID = 1_073_741_825L;
  private static final int FILE_MODE = 0644;
  private static final int DIRECTORY_MODE = 0755;
  private static final int USERS = 20;
  private static final int GROUP = USERS + 1;
  private static final int USER_SHIFT = 40;
  private static final int GROUP_SHIFT = 16;
  private static final long SIZE_MAX_BYTES = 128L << 20;
  private static final long DAY_MS = 86_400_000;
  private static final long BEGIN_MS = 1_700_000_000_000L;
  private static final long SEED = 7;

  GeneratedImage {
    if (inodes < 1 || filesEach < 1 || directoriesEach < 1) {
      throw new IllegalArgumentException("An image has inodes, files and directories");
    }
  }

  /** Directories below the root. */
  long directories() {
    return Math.max(1, inodes / (1 + filesEach));
  }

  private long files() {
    return directories() * filesEach;
  }

  /** The root, all directories and all files. */
  long count() {
    return 1 + directories() + files();
  }

  /** Directories are numbered from 1 level by level; the root is 0. */
  private long directoryId(long number) {
    return ROOT_ID + number;
  }

  private long fileId(long directory, int file) {
    return ROOT_ID + 1 + directories() + (directory - 1) * filesEach + file;
  }

  /** Writes it into a folder that has no other one. */
  void write(Path names) throws IOException {
    List<java.net.URI> folders = List.of(names.toUri());
    try (NNStorage storage = new NNStorage(new Configuration(false), folders, folders)) {
      storage.format(new NamespaceInfo(77, "CID-generated", "BP-77-127.0.0.1-1", BEGIN_MS));
      storage.writeTransactionIdFileToStorage(0);
    }
    Path file = names.resolve(Storage.STORAGE_DIR_CURRENT).resolve(NNStorage.getImageFileName(0));
    try (ImageSections image = new ImageSections(file)) {
      image.add(
          SectionName.NS_INFO,
          NameSystemSection.newBuilder()
              .setNamespaceId(77)
              .setGenstampV1(GenerationStamp.LAST_RESERVED_STAMP)
              .setGenstampV1Limit(0)
              .setGenstampV2(GenerationStamp.LAST_RESERVED_STAMP + files())
              .setLastAllocatedBlockId(FIRST_BLOCK_ID + files())
              .setTransactionId(0)
              .build());
      image.add(SectionName.INODE, this::inodes);
      image.add(SectionName.INODE_DIR, this::children);
      image.add(SectionName.STRING_TABLE, GeneratedImage::strings);
      image.end();
    }
  }

  private void inodes(OutputStream out) throws IOException {
    INodeSection.newBuilder()
        .setLastInodeId(fileId(directories(), filesEach - 1))
        .setNumInodes(count())
        .build()
        .writeDelimitedTo(out);
    directory(ROOT_ID, "").writeDelimitedTo(out);
    Random random = new Random(SEED);
    for (long number = 1; number <= directories(); number++) {
      directory(directoryId(number), name("d", number)).writeDelimitedTo(out);
      for (int i = 0; i < filesEach; i++) {
        file(number, i, random).writeDelimitedTo(out);
      }
    }
  }

  private static String name(String kind, long number) {
    return String.format(Locale.ROOT, "%s%09d", kind, number);
  }

  private static long permission(long inodeId, int mode) {
    long user = 1 + inodeId % USERS;
    return user << USER_SHIFT | (long) GROUP << GROUP_SHIFT | mode;
  }

  private static INode directory(long inodeId, String name) {
    return INode.newBuilder()
        .setType(INode.Type.DIRECTORY)
        .setId(inodeId)
        .setName(ByteString.copyFromUtf8(name))
        .setDirectory(
            INodeDirectory.newBuilder()
                .setModificationTime(BEGIN_MS)
                .setNsQuota(inodeId == ROOT_ID ? Long.MAX_VALUE : -1)
                .setDsQuota(-1)
                .setPermission(permission(inodeId, DIRECTORY_MODE)))
        .build();
  }

  private INode file(long directory, int number, Random random) {
    long inodeId = fileId(directory, number);
    long order = inodeId - fileId(1, 0);
    long timeMs = BEGIN_MS + random.nextInt(365) * DAY_MS;
    return INode.newBuilder()
        .setType(INode.Type.FILE)
        .setId(inodeId)
        .setName(ByteString.copyFromUtf8(name("part-", number)))
        .setFile(
            INodeFile.newBuilder()
                .setReplication(3)
                .setModificationTime(timeMs)
                .setAccessTime(timeMs)
                .setPreferredBlockSize(SIZE_MAX_BYTES)
                .setPermission(permission(directory, FILE_MODE))
                .addBlocks(
                    BlockProto.newBuilder()
                        .setBlockId(FIRST_BLOCK_ID + order)
                        .setGenStamp(GenerationStamp.LAST_RESERVED_STAMP + 1 + order)
                        .setNumBytes(1 + (long) (random.nextDouble() * SIZE_MAX_BYTES))))
        .build();
  }

  /** In the order of their names, as NameNodes have them: directories come first. */
  private void children(OutputStream out) throws IOException {
    for (long number = 0; number <= directories(); number++) {
      DirEntry.Builder entry = DirEntry.newBuilder().setParent(directoryId(number));
      long first = number * directoriesEach + 1;
      for (long child = first; child < first + directoriesEach; child++) {
        if (child <= directories()) {
          entry.addChildren(directoryId(child));
        }
      }
      for (int i = 0; number > 0 && i < filesEach; i++) {
        entry.addChildren(fileId(number, i));
      }
      if (entry.getChildrenCount() > 0) {
        entry.build().writeDelimitedTo(out);
      }
    }
  }

  private static void strings(OutputStream out) throws IOException {
    StringTableSection.newBuilder().setNumEntry(GROUP).build().writeDelimitedTo(out);
    for (int id = 1; id <= GROUP; id++) {
      StringTableSection.Entry.newBuilder()
          .setId(id)
          .setStr(id == GROUP ? "staff" : "user" + id)
          .build()
          .writeDelimitedTo(out);
    }
  }
}
