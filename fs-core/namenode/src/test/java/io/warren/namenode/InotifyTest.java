package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** The stock inotify stream over the change feed. */
class InotifyTest {
  private static final long WAIT_S = 60;

  /** Events of one folder, in order, one line each. */
  private static final class Listener {
    private final DFSInotifyEventInputStream stream;
    private final String folder;

    Listener(RunningCluster cluster, String namenode, String folder) throws Exception {
      this.stream = new HdfsAdmin(cluster.rpc(namenode), cluster.conf()).getInotifyEventStream();
      this.folder = folder;
    }

    List<String> until(String last) throws Exception {
      List<String> lines = new ArrayList<>();
      while (lines.isEmpty() || !lines.get(lines.size() - 1).equals(last)) {
        EventBatch batch = stream.poll(WAIT_S, TimeUnit.SECONDS);
        if (batch == null) {
          throw new AssertionError("No " + last + " came, only " + lines);
        }
        for (Event event : batch.getEvents()) {
          String line = line(event);
          if (line.contains(folder)) {
            lines.add(line);
          }
        }
      }
      return lines;
    }
  }

  private static String line(Event event) {
    if (event instanceof Event.CreateEvent e) {
      return "create " + e.getiNodeType() + " " + e.getPath() + (e.getOverwrite() ? " over" : "");
    }
    if (event instanceof Event.CloseEvent e) {
      return "close " + e.getPath() + " " + e.getFileSize();
    }
    if (event instanceof Event.AppendEvent e) {
      return "append " + e.getPath();
    }
    if (event instanceof Event.RenameEvent e) {
      return "rename " + e.getSrcPath() + " " + e.getDstPath();
    }
    if (event instanceof Event.UnlinkEvent e) {
      return "unlink " + e.getPath();
    }
    if (event instanceof Event.TruncateEvent e) {
      return "truncate " + e.getPath() + " " + e.getFileSize();
    }
    if (event instanceof Event.MetadataUpdateEvent e) {
      return "metadata " + e.getMetadataType() + " " + e.getPath();
    }
    throw new AssertionError("Unexpected " + event);
  }

  @Test
  void everyKindOfChangeComesInOrderWithItsPath() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String top = "/inotify-kinds";
    Listener listener = new Listener(cluster, "nn2", top);
    try (FileSystem fs = cluster.fs("nn1")) {
      Path file = new Path(top, "f");
      fs.mkdirs(new Path(top));
      try (FSDataOutputStream out = fs.create(file)) {
        out.write(new byte[] {1, 2, 3});
      }
      try (FSDataOutputStream out = fs.append(file)) {
        out.write(4);
      }
      fs.setPermission(file, new FsPermission((short) 0600));
      fs.setReplication(file, (short) 2);
      fs.setTimes(file, 1_700_000_000_000L, -1);
      fs.setOwner(file, "ann", null);
      fs.rename(file, new Path(top, "g"));
      fs.delete(new Path(top, "g"), false);
      fs.delete(new Path(top), true);
    }
    assertThat(listener.until("unlink " + top))
        .containsExactly(
            "create DIRECTORY " + top,
            "create FILE " + top + "/f",
            "close " + top + "/f 3",
            "append " + top + "/f",
            "close " + top + "/f 4",
            "metadata PERMS " + top + "/f",
            "metadata REPLICATION " + top + "/f",
            "metadata TIMES " + top + "/f",
            "metadata OWNER " + top + "/f",
            "rename " + top + "/f " + top + "/g",
            "unlink " + top + "/g",
            "unlink " + top);
  }

  @Test
  void pathsAreThoseOfTheMomentAlthoughDirectoriesMovedAndWentSince() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String top = "/inotify-paths";
    Listener listener = new Listener(cluster, "nn1", top);
    try (FileSystem fs = cluster.fs("nn2")) {
      fs.mkdirs(new Path(top + "/a/b"));
      fs.create(new Path(top + "/a/b/f")).close();
      fs.rename(new Path(top + "/a"), new Path(top + "/c"));
      fs.create(new Path(top + "/c/b/g")).close();
      fs.delete(new Path(top + "/c"), true);
      fs.mkdirs(new Path(top + "/end"));
    }
    assertThat(listener.until("create DIRECTORY " + top + "/end"))
        .containsExactly(
            "create DIRECTORY " + top,
            "create DIRECTORY " + top + "/a",
            "create DIRECTORY " + top + "/a/b",
            "create FILE " + top + "/a/b/f",
            "close " + top + "/a/b/f 0",
            "rename " + top + "/a " + top + "/c",
            "create FILE " + top + "/c/b/g",
            "close " + top + "/c/b/g 0",
            "unlink " + top + "/c",
            "create DIRECTORY " + top + "/end");
  }

  @Test
  void whatReplacesAnInodeIsOneEvent() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String top = "/inotify-over";
    Listener listener = new Listener(cluster, "nn1", top);
    try (FileSystem fs = cluster.fs("nn1")) {
      Path one = new Path(top, "one");
      Path two = new Path(top, "two");
      fs.create(one).close();
      fs.create(one, true).close();
      fs.create(two).close();
      ((DistributedFileSystem) fs).rename(two, one, Options.Rename.OVERWRITE);
      fs.create(
              new Path(top, "end"),
              FsPermission.getFileDefault(),
              EnumSet.of(CreateFlag.CREATE),
              4096,
              (short) 1,
              RunningCluster.BLOCK_BYTES,
              null)
          .close();
    }
    assertThat(listener.until("close " + top + "/end 0"))
        .containsExactly(
            "create DIRECTORY " + top,
            "create FILE " + top + "/one",
            "close " + top + "/one 0",
            "create FILE " + top + "/one over",
            "close " + top + "/one 0",
            "create FILE " + top + "/two",
            "close " + top + "/two 0",
            "rename " + top + "/two " + top + "/one",
            "create FILE " + top + "/end",
            "close " + top + "/end 0");
  }

  @Test
  void onlySuperusersListen() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    UserGroupInformation ann = UserGroupInformation.createRemoteUser("ann");
    assertThatThrownBy(
            () ->
                ann.doAs(
                    (java.security.PrivilegedExceptionAction<DFSInotifyEventInputStream>)
                        () ->
                            new HdfsAdmin(cluster.rpc("nn1"), cluster.conf())
                                .getInotifyEventStream()))
        .hasMessageContaining("Superuser privilege is required");
  }

  @Test
  void aReaderWhoCameTooLateIsToldThatItMissedEvents() throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    conf.setInt("warren.leader.services.interval-ms", 100);
    conf.setLong("warren.feed.retention-ms", 60_000);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    Clock ahead = Clock.offset(Clock.systemUTC(), java.time.Duration.ofHours(2));
    java.nio.file.Path home = Files.createTempDirectory("warren-inotify-test");
    List<NamenodeSpec> specs = List.of(NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"));
    long before;
    try (NamenodeProcess process =
            NamenodeProcess.start(
                home, conf, specs, EmbeddedOptions.withoutSync(), Clock.systemUTC());
        FileSystem fs = FileSystem.get(uri(process), conf)) {
      before = 0;
      fs.mkdirs(new Path("/old"));
    }
    try (NamenodeProcess process =
        NamenodeProcess.start(home, conf, specs, EmbeddedOptions.withoutSync(), ahead)) {
      RunningCluster.await("the feed to be trimmed", () -> missed(process, conf, before));
    }
  }

  private static URI uri(NamenodeProcess process) {
    return URI.create("hdfs://" + process.address("nn1").rpc());
  }

  private static boolean missed(NamenodeProcess process, Configuration conf, long after) {
    try {
      new HdfsAdmin(uri(process), conf).getInotifyEventStream(after).poll();
      return false;
    } catch (MissingEventsException e) {
      return e.getExpectedTxid() == after + 1 && e.getActualTxid() > after + 1;
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }
}
