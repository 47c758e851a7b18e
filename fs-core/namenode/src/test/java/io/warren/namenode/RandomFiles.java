package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Files that are changed at random, and what each of them may hold. */
final class RandomFiles {
  private static final int FILES_MAX = 12;
  private static final int CONTENT_MAX_BYTES = 2 * BLOCK_BYTES + BLOCK_BYTES / 2;

  /**
   * A file is a prefix of `most` that begins with `least`; both are the same unless a change of it
   * failed, after which it is changed no more.
   */
  private record Known(byte[] least, byte[] most, short replication, boolean mayBeAbsent) {
    boolean isCertain() {
      return least.length == most.length && !mayBeAbsent;
    }

    boolean allows(byte[] content) {
      return content.length >= least.length
          && content.length <= most.length
          && Arrays.equals(content, Arrays.copyOf(most, content.length));
    }
  }

  private final Configuration conf;
  private final Random random;
  private final Map<String, Known> files = new TreeMap<>();
  private final Map<String, Integer> done = new TreeMap<>();
  private int names;
  private int failures;

  RandomFiles(Configuration conf, Random random) {
    this.conf = conf;
    this.random = random;
  }

  private DistributedFileSystem fs() throws IOException {
    return (DistributedFileSystem) FileSystem.get(conf);
  }

  private Known known(String name) {
    return Objects.requireNonNull(files.get(name));
  }

  /** Changes one file; a failure is noted. */
  void step() {
    List<String> certain = files.keySet().stream().filter(name -> known(name).isCertain()).toList();
    int choice = random.nextInt(100);
    if (certain.isEmpty() || (choice < 30 && files.size() < FILES_MAX)) {
      create("/random/" + names++);
      return;
    }
    String name = certain.get(random.nextInt(certain.size()));
    if (choice < 50) {
      append(name, false);
    } else if (choice < 60) {
      append(name, true);
    } else if (choice < 80) {
      truncate(name);
    } else if (choice < 90) {
      setReplication(name);
    } else {
      delete(name);
    }
  }

  private byte[] more(int lengthMax) {
    byte[] bytes = new byte[1 + random.nextInt(lengthMax)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private void succeeded(String what) {
    done.merge(what, 1, Integer::sum);
  }

  private void create(String name) {
    byte[] content = more(CONTENT_MAX_BYTES);
    short replication = (short) (2 + random.nextInt(2));
    files.put(name, new Known(new byte[0], content, replication, true));
    try (DistributedFileSystem fs = fs()) {
      try (FSDataOutputStream out =
          fs.create(new Path(name), true, 4096, replication, BLOCK_BYTES)) {
        out.write(content);
      }
      files.put(name, new Known(content, content, replication, false));
      succeeded("create");
    } catch (IOException e) {
      failures++;
    }
  }

  /** Appends, and closes the file or leaves it as a writer that is killed. */
  private void append(String name, boolean abandon) {
    Known before = known(name);
    byte[] added = more(CONTENT_MAX_BYTES / 2);
    byte[] after = joined(before.most(), added);
    files.put(name, new Known(before.least(), after, before.replication(), false));
    try (DistributedFileSystem fs = fs()) {
      FSDataOutputStream out = fs.append(new Path(name));
      try {
        out.write(added);
        out.hflush();
        if (!abandon) {
          out.close();
        }
        files.put(name, new Known(after, after, before.replication(), false));
        succeeded(abandon ? "abandon" : "append");
      } finally {
        fs.getClient().closeAllFilesBeingWritten(true);
      }
      if (abandon) {
        fs.recoverLease(new Path(name));
      }
    } catch (IOException e) {
      failures++;
    }
  }

  private void truncate(String name) {
    Known before = known(name);
    int length = random.nextInt(before.most().length + 1);
    byte[] cut = Arrays.copyOf(before.most(), length);
    files.put(name, new Known(cut, before.most(), before.replication(), false));
    try (DistributedFileSystem fs = fs()) {
      fs.truncate(new Path(name), length);
      files.put(name, new Known(cut, cut, before.replication(), false));
      succeeded("truncate");
    } catch (IOException e) {
      failures++;
    }
  }

  private void setReplication(String name) {
    Known before = known(name);
    short replication = (short) (2 + random.nextInt(2));
    try (DistributedFileSystem fs = fs()) {
      fs.setReplication(new Path(name), replication);
      files.put(name, new Known(before.least(), before.most(), replication, false));
      succeeded("setReplication");
    } catch (IOException e) {
      failures++;
    }
  }

  private void delete(String name) {
    Known before = known(name);
    files.put(name, new Known(before.least(), before.most(), before.replication(), true));
    try (DistributedFileSystem fs = fs()) {
      fs.delete(new Path(name), false);
      files.remove(name);
      succeeded("delete");
    } catch (IOException e) {
      failures++;
    }
  }

  /** The names of all files that exist now. */
  List<String> existing() throws IOException {
    List<String> names = new ArrayList<>();
    try (DistributedFileSystem fs = fs()) {
      for (String name : files.keySet()) {
        if (fs.exists(new Path(name))) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** What is wrong with the files' presence or contents; empty when nothing is. */
  List<String> mistakes() throws IOException {
    List<String> mistakes = new ArrayList<>();
    List<String> existing = existing();
    try (DistributedFileSystem fs = fs()) {
      for (Map.Entry<String, Known> file : files.entrySet()) {
        Known known = file.getValue();
        if (!existing.contains(file.getKey())) {
          if (!known.mayBeAbsent()) {
            mistakes.add(file.getKey() + " is lost");
          }
          continue;
        }
        try (FSDataInputStream in = fs.open(new Path(file.getKey()))) {
          byte[] content = in.readAllBytes();
          if (!known.allows(content)) {
            mistakes.add(file.getKey() + " has " + content.length + " wrong bytes");
          }
        }
      }
    }
    return mistakes;
  }

  int successes() {
    return done.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return "done " + done + ", failed " + failures + ", files " + files.keySet();
  }
}
