import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.hdfs.tools.DFSHAAdmin;
import org.apache.hadoop.util.ToolRunner;

/**
 * A stock client: fills a file system, tells all that it shows of it, reads it on and on.
 *
 * <p>{@code serve} takes commands from the standard input, a line each with tabs between the
 * arguments, as the start of a client takes longer than what most of them do. Each answer ends with
 * a line of {@link #END} and the exit code.
 */
public final class StockClient {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int CELL_BYTES = 1 << 20;
  private static final String CODING = "XOR-2-1-1024k";
  private static final long PAUSE_MS = 100;
  private static final String END = "== ended ";

  private StockClient() {}

  public static void main(String[] args) throws Exception {
    if (args[0].equals("serve")) {
      serve(args[1]);
    } else {
      run(args[1], args[0], Arrays.copyOfRange(args, 2, args.length));
    }
  }

  private static Configuration conf() {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("ipc.client.connect.max.retries", 1);
    conf.setInt("ipc.client.connect.retry.interval", 200);
    conf.setInt("dfs.client.retry.window.base", 200);
    conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    conf.setInt("dfs.client.max.block.acquire.failures", 2);
    // Each command is a client of its own.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  private static void serve(String uri) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      System.out.println(END + code(uri, words[0], Arrays.copyOfRange(words, 1, words.length)));
      System.out.flush();
    }
  }

  private static int code(String uri, String command, String[] args) {
    try {
      if (command.equals("admin")) {
        return ToolRunner.run(conf(), new DFSAdmin(), args);
      }
      if (command.equals("haadmin")) {
        return ToolRunner.run(conf(), new DFSHAAdmin(), args);
      }
      run(uri, command, args);
      return 0;
    } catch (Exception e) {
      e.printStackTrace();
      return 1;
    }
  }

  private static void run(String uri, String command, String[] args) throws Exception {
    try (DistributedFileSystem files =
        (DistributedFileSystem) FileSystem.newInstance(URI.create(uri), conf())) {
      switch (command) {
        case "fill" -> fill(files, args[0], Integer.parseInt(args[1]));
        case "tell" -> Files.write(Path.of(args[0]), told(files));
        case "read" -> read(files, Path.of(args[0]));
        case "write" -> write(files, Path.of(args[0]), path(args[1]));
        case "delete" -> files.delete(path(args[0]), true);
        default -> throw new IllegalArgumentException(command);
      }
    }
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new java.util.Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Files of all kinds below a directory; the number makes them other ones. */
  private static void fill(DistributedFileSystem files, String root, int count)
      throws IOException {
    for (int i = 0; i < count; i++) {
      org.apache.hadoop.fs.Path file = path(root + "/d" + i % 7 + "/f" + i);
      int length = new int[] {0, 1, BLOCK_BYTES, 3 * BLOCK_BYTES + 17, 5_000}[i % 5];
      short replication = (short) (2 + i % 2);
      try (FSDataOutputStream out = files.create(file, true, 4096, replication, BLOCK_BYTES)) {
        out.write(bytes(i, length));
      }
      switch (i % 9) {
        case 1 -> {
          try (FSDataOutputStream out = files.append(file)) {
            out.write(bytes(-i, 777));
          }
        }
        case 2 -> files.setXAttr(file, "user.number", ("n" + i).getBytes(StandardCharsets.UTF_8));
        case 3 -> files.modifyAclEntries(file, AclEntry.parseAclSpec("user:ann:rw-,group:g:r--", true));
        case 4 -> files.setOwner(file, "user" + i % 3, "group" + i % 3);
        case 5 -> files.setPermission(file, new FsPermission((short) 0640));
        // A read that is an hour younger than the last one would be a change of the file system.
        case 6 -> files.setTimes(file, 1_700_000_000_000L + i, System.currentTimeMillis());
        case 7 -> files.rename(file, path(root + "/moved-" + i));
        case 8 -> files.delete(file, false);
        default -> {}
      }
    }
    org.apache.hadoop.fs.Path limited = path(root + "/d0");
    files.setQuota(limited, 10_000, 1L << 40);
    files.setStoragePolicy(path(root + "/d1"), "ALL_SSD");
    files.modifyAclEntries(path(root + "/d2"), AclEntry.parseAclSpec("default:user:bob:r-x", true));
    files.mkdirs(path(root + "/d3/empty \u00e4\u4e2d"));
    fillCoded(files, path(root + "/coded"));
  }

  /** Erasure-coded files: less than a cell, several groups, one that was deleted. */
  private static void fillCoded(DistributedFileSystem files, org.apache.hadoop.fs.Path directory)
      throws IOException {
    files.enableErasureCodingPolicy(CODING);
    files.mkdirs(directory);
    files.setErasureCodingPolicy(directory, CODING);
    int[] lengths = {10, CELL_BYTES, 3 * CELL_BYTES + 77, 0, 5 * CELL_BYTES};
    for (int i = 0; i < lengths.length; i++) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory, "c" + i);
      try (FSDataOutputStream out = files.create(file, true, 4096, (short) 1, CELL_BYTES)) {
        out.write(bytes(i, lengths[i]));
      }
    }
    files.delete(new org.apache.hadoop.fs.Path(directory, "c" + (lengths.length - 1)), false);
  }

  /** A line for each inode, with all attributes, the checksum and the bytes' hash. */
  private static List<String> told(DistributedFileSystem files) throws Exception {
    Map<String, String> lines = new TreeMap<>();
    tell(files, path("/"), lines);
    List<String> all = new ArrayList<>();
    lines.forEach((name, line) -> all.add(name + " " + line));
    return all;
  }

  private static void tell(
      DistributedFileSystem files, org.apache.hadoop.fs.Path directory, Map<String, String> lines)
      throws Exception {
    for (FileStatus each : files.listStatus(directory)) {
      org.apache.hadoop.fs.Path at = each.getPath();
      StringBuilder line = new StringBuilder();
      line.append("id=").append(((HdfsFileStatus) each).getFileId());
      line.append(" mode=").append(each.getPermission().toShort());
      line.append(" owner=").append(each.getOwner()).append(':').append(each.getGroup());
      line.append(" mtime=").append(each.getModificationTime());
      line.append(" acl=").append(files.getAclStatus(at).getEntries());
      line.append(" policy=").append(files.getStoragePolicy(at).getName());
      line.append(" coding=").append(files.getErasureCodingPolicy(at));
      Map<String, String> attributes = new TreeMap<>();
      files.getXAttrs(at).forEach((name, value) -> attributes.put(name, HexFormat.of().formatHex(value)));
      line.append(" xattrs=").append(attributes);
      if (each.isDirectory()) {
        QuotaUsage quota = files.getQuotaUsage(at);
        line.append(" quota=").append(quota);
      } else {
        line.append(" length=").append(each.getLen());
        line.append(" replication=").append(each.getReplication());
        line.append(" block=").append(each.getBlockSize());
        line.append(" atime=").append(each.getAccessTime());
        line.append(" checksum=").append(files.getFileChecksum(at));
        line.append(" sha256=").append(hash(files, at));
      }
      lines.put(at.toUri().getPath(), line.toString());
      if (each.isDirectory()) {
        tell(files, at, lines);
      }
    }
  }

  private static String hash(DistributedFileSystem files, org.apache.hadoop.fs.Path at)
      throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = files.open(at)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Reads all files again and again until a file is there; tells how it went at the end. */
  private static void read(DistributedFileSystem files, Path end) throws Exception {
    List<org.apache.hadoop.fs.Path> all = new ArrayList<>();
    var found = files.listFiles(path("/"), true);
    while (found.hasNext()) {
      all.add(found.next().getPath());
    }
    Map<org.apache.hadoop.fs.Path, String> hashes = new HashMap<>();
    for (org.apache.hadoop.fs.Path each : all) {
      hashes.put(each, hash(files, each));
    }
    System.out.println("reading " + all.size());
    long reads = 0;
    long errors = 0;
    long wrong = 0;
    long longestMs = 0;
    long lastMs = System.currentTimeMillis();
    for (int i = 0; !Files.exists(end); i++) {
      org.apache.hadoop.fs.Path each = all.get(i % all.size());
      try {
        if (!hash(files, each).equals(hashes.get(each))) {
          wrong++;
        }
        reads++;
        long nowMs = System.currentTimeMillis();
        longestMs = Math.max(longestMs, nowMs - lastMs);
        lastMs = nowMs;
      } catch (IOException | NullPointerException e) {
        // The latter is how Hadoop's client tells that no datanode of a coded file is there.
        errors++;
        Thread.sleep(PAUSE_MS);
      }
    }
    System.out.printf(
        "{\"reads\": %d, \"errors\": %d, \"wrong\": %d, \"longest_ms\": %d, \"last_ms_ago\": %d}%n",
        reads, errors, wrong, longestMs, System.currentTimeMillis() - lastMs);
  }

  /** Writes one file after the other until a file is there; tells how many there are. */
  private static void write(
      DistributedFileSystem files, Path end, org.apache.hadoop.fs.Path directory)
      throws IOException {
    int written = 0;
    for (; !Files.exists(end); written++) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(directory, "w" + written);
      try (FSDataOutputStream out = files.create(file, true, 4096, (short) 2, BLOCK_BYTES)) {
        out.write(bytes(written, 2_000));
      }
      if (written == 0) {
        System.out.println("writing");
      }
    }
    System.out.println(written);
  }
}
