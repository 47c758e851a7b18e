package io.warren.migrate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Calls of all kinds on few names, by a seed. What the NameNode refuses is no edit, and goes on.
 */
final class StockHistory {
  private static final int BLOCK_BYTES = 1024;
  private static final int DIRECTORIES = 4;
  private static final int NAMES = 5;

  private final DistributedFileSystem files;
  private final Random random;
  private final boolean leavesOpen;
  private final List<FSDataOutputStream> open = new ArrayList<>();

  StockHistory(DistributedFileSystem files, long seed) {
    this(files, seed, true);
  }

  /**
   * As the other one.
   *
   * @param leavesOpen whether some files stay open for a while
   */
  StockHistory(DistributedFileSystem files, long seed, boolean leavesOpen) {
    this.files = files;
    this.random = new Random(seed);
    this.leavesOpen = leavesOpen;
  }

  /** Does one thing. */
  void step() throws IOException {
    try {
      switch (random.nextInt(34)) {
        case 0, 1, 2 -> files.mkdirs(directory());
        case 3, 4, 5, 6, 7, 8 -> write(name(), random.nextInt(3 * BLOCK_BYTES));
        case 9, 10 -> leaveOpen();
        case 11 -> writeOn();
        case 12, 13 -> append();
        case 14 -> files.truncate(name(), random.nextInt(2 * BLOCK_BYTES));
        case 15, 16 -> files.delete(random.nextBoolean() ? name() : directory(), true);
        case 17, 18 -> files.rename(any(), any());
        case 19 -> files.rename(any(), any(), Options.Rename.OVERWRITE);
        case 20 -> concat();
        case 21 -> files.setReplication(name(), (short) (1 + random.nextInt(3)));
        case 22 -> files.setPermission(any(), new FsPermission((short) random.nextInt(01000)));
        case 23 -> files.setOwner(any(), "user" + random.nextInt(3), "group" + random.nextInt(3));
        case 24 -> files.setTimes(any(), 1_000_000L * random.nextInt(1000), random.nextInt(1000));
        case 25 -> files.setQuota(directory(), limit(), limit() * BLOCK_BYTES);
        case 26 -> files.setQuota(directory(), -1, -1);
        case 27 -> files.setQuotaByStorageType(directory(), type(), limit() * BLOCK_BYTES * 100);
        case 28 -> acl();
        case 29, 30 -> xattr();
        case 31 -> policy();
        case 32 -> files.createSymlink(any(), new Path(directory(), "link"), false);
        default -> temporaryThenFinal();
      }
    } catch (RemoteException | RuntimeException e) {
      // Refused.
      return;
    } catch (IOException e) {
      if (isLost(e)) {
        throw e;
      }
    }
  }

  private static boolean isLost(IOException e) {
    return e instanceof java.net.ConnectException;
  }

  private long limit() {
    return 20 + random.nextInt(1000);
  }

  private StorageType type() {
    return random.nextBoolean() ? StorageType.DISK : StorageType.SSD;
  }

  private Path directory() {
    Path at = new Path("/d" + random.nextInt(DIRECTORIES));
    for (int depth = random.nextInt(3); depth > 0; depth--) {
      at = new Path(at, "s" + random.nextInt(2));
    }
    return at;
  }

  private Path name() {
    return new Path(directory(), "f" + random.nextInt(NAMES));
  }

  private Path any() {
    return random.nextInt(3) == 0 ? directory() : name();
  }

  private FSDataOutputStream create(Path path) throws IOException {
    return files.create(path, true, 4096, (short) 1, BLOCK_BYTES);
  }

  private void write(Path path, int lengthBytes) throws IOException {
    try (FSDataOutputStream out = create(path)) {
      out.write(new byte[lengthBytes]);
    }
  }

  private void leaveOpen() throws IOException {
    if (!leavesOpen) {
      write(name(), random.nextInt(2 * BLOCK_BYTES));
      return;
    }
    FSDataOutputStream out = create(name());
    open.add(out);
    out.write(new byte[random.nextInt(2 * BLOCK_BYTES)]);
    out.hflush();
  }

  private void writeOn() throws IOException {
    if (open.isEmpty()) {
      return;
    }
    FSDataOutputStream out = open.remove(random.nextInt(open.size()));
    out.write(new byte[random.nextInt(BLOCK_BYTES)]);
    if (out instanceof org.apache.hadoop.hdfs.client.HdfsDataOutputStream hdfs) {
      hdfs.hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
    }
    out.close();
  }

  private void append() throws IOException {
    EnumSet<CreateFlag> flags =
        random.nextBoolean()
            ? EnumSet.of(CreateFlag.APPEND)
            : EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK);
    try (FSDataOutputStream out = files.append(name(), flags, 4096, null)) {
      out.write(new byte[1 + random.nextInt(BLOCK_BYTES)]);
    }
  }

  private void concat() throws IOException {
    Path in = directory();
    Path target = new Path(in, "f0");
    write(target, BLOCK_BYTES);
    Path one = new Path(in, "part1");
    Path two = new Path(in, "part2");
    write(one, BLOCK_BYTES);
    write(two, 1 + random.nextInt(BLOCK_BYTES));
    files.concat(target, new Path[] {one, two});
  }

  private void temporaryThenFinal() throws IOException {
    Path at = directory();
    Path temporary = new Path(at, "_temporary");
    write(temporary, random.nextInt(BLOCK_BYTES));
    files.rename(temporary, new Path(at, "f1"), Options.Rename.OVERWRITE);
  }

  private void acl() throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> files.modifyAclEntries(any(), entries("user:ann:r-x,group::--x"));
      case 1 -> files.modifyAclEntries(directory(), entries("default:user:bob:rwx"));
      case 2 -> files.removeAcl(any());
      default -> files.removeDefaultAcl(directory());
    }
  }

  private static List<AclEntry> entries(String spec) {
    return AclEntry.parseAclSpec(spec, true);
  }

  private void xattr() throws IOException {
    String name = (random.nextBoolean() ? "user.a" : "trusted.b") + random.nextInt(2);
    if (random.nextInt(3) == 0) {
      files.removeXAttr(any(), name);
      return;
    }
    byte[] value = ("v" + random.nextInt(9)).getBytes(StandardCharsets.UTF_8);
    files.setXAttr(any(), name, value, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
  }

  private void policy() throws IOException {
    Path at = any();
    switch (random.nextInt(3)) {
      case 0 -> files.setStoragePolicy(at, "ALL_SSD");
      case 1 -> files.setStoragePolicy(at, "COLD");
      default -> files.unsetStoragePolicy(at);
    }
  }

  /** Nobody writes any more; some files may stay open. */
  void end() {
    open.clear();
  }
}
