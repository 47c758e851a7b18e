package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.namenode.safemode.ClusterFence;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.ForwardingStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two namenodes that know nothing of each other but what is in the store and what they ask: each
 * with a process's worth of parts of its own. When safe mode was entered at one, nothing changes
 * any more.
 */
class SafeModeFenceTest {
  private static final int WRITERS = 6;
  private static final int ROUNDS = 4;
  private static final int WRITES_PER_ROUND = 100;
  private static final int REFUSALS_PER_ROUND = 60;
  private static final long PATIENCE_S = 60;
  private static final Path TOP = new Path("/top");

  private final List<NamenodeProcess> processes = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();
  private Store store;
  private volatile boolean ending;

  private record Opened(Store store) implements StoreProvider {
    @Override
    public String kind() {
      return "opened";
    }

    @Override
    public boolean sharedByProcesses() {
      return true;
    }

    @Override
    public Store open(StoreConfig config) {
      return store;
    }
  }

  /** Stays open when one of its users closes it. */
  private static final class Lent extends ForwardingStore {
    Lent(Store inner) {
      super(inner);
    }

    @Override
    public void close() {
      // The test does.
    }
  }

  @BeforeEach
  void start(@TempDir java.nio.file.Path home) throws Exception {
    store = EmbeddedStore.open(home.resolve("store"), EmbeddedOptions.withoutSync());
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    // Both answer, long before: but who joined no longer ago does not know who was lost before.
    conf.setLong(ClusterFence.FENCED_AFTER_MS_KEY, 3_000);
    Files.createDirectories(home.resolve("secrets"));
    for (String name : List.of("nn1", "nn2")) {
      processes.add(
          NamenodeProcess.start(
              home,
              conf,
              List.of(NamenodeSpec.parse(name + ",127.0.0.1:0,127.0.0.1:0")),
              new Opened(new Lent(store)),
              StoreConfig.inFolder(home)));
    }
  }

  @AfterEach
  void stop() throws Exception {
    ending = true;
    threads.shutdownNow();
    threads.awaitTermination(PATIENCE_S, TimeUnit.SECONDS);
    processes.forEach(NamenodeProcess::close);
    store.close();
  }

  private DistributedFileSystem client(int process) throws IOException {
    NamenodeSpec spec = processes.get(process).address("nn" + (process + 1));
    Configuration conf = new HdfsConfiguration();
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return (DistributedFileSystem) FileSystem.get(URI.create("hdfs://" + spec.rpc()), conf);
  }

  /** Makes directories until the end, those of refused calls again and again. */
  private Boolean write(int number) throws IOException {
    try (DistributedFileSystem fs = client(number % 2)) {
      for (int i = 0; !ending; ) {
        String name = "w" + number + "-" + i;
        try {
          assertThat(fs.mkdirs(new Path(TOP, name))).isTrue();
          acknowledged.add(name);
          i++;
        } catch (IOException e) {
          if (!(e instanceof SafeModeException)) {
            throw e;
          }
          refused.incrementAndGet();
        }
      }
      return true;
    }
  }

  private static Set<String> names(DistributedFileSystem fs) throws IOException {
    Set<String> names = new TreeSet<>();
    for (FileStatus each : fs.listStatus(TOP)) {
      names.add(each.getPath().getName());
    }
    return names;
  }

  private void await(List<Future<?>> writers, AtomicLong counter, long more) throws Exception {
    long wanted = counter.get() + more;
    await(writers, () -> counter.get() >= wanted);
  }

  private static void await(List<Future<?>> writers, java.util.function.BooleanSupplier condition)
      throws Exception {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (!condition.getAsBoolean()) {
      for (Future<?> writer : writers) {
        if (writer.isDone()) {
          writer.get();
        }
      }
      assertThat(System.nanoTime()).isLessThan(deadlineNanos);
      Thread.onSpinWait();
    }
  }

  @Test
  void nothingChangesOnAnyNamenodeOnceItWasEntered() throws Exception {
    try (DistributedFileSystem first = client(0);
        DistributedFileSystem second = client(1)) {
      first.mkdirs(TOP);
      List<Future<?>> writers = new ArrayList<>();
      for (int number = 0; number < WRITERS; number++) {
        int mine = number;
        writers.add(threads.submit(() -> write(mine)));
      }
      for (int round = 0; round < ROUNDS; round++) {
        int before = acknowledged.size();
        await(writers, () -> acknowledged.size() >= before + WRITES_PER_ROUND);
        DistributedFileSystem entered = round % 2 == 0 ? first : second;
        DistributedFileSystem other = round % 2 == 0 ? second : first;
        assertThat(entered.setSafeMode(SafeModeAction.ENTER)).isTrue();
        Set<String> there = names(other);
        assertThat(other.setSafeMode(SafeModeAction.GET)).isTrue();
        await(writers, refused, REFUSALS_PER_ROUND);
        assertThat(names(entered)).isEqualTo(there).containsAll(acknowledged);
        assertThat(other.setSafeMode(SafeModeAction.LEAVE)).isFalse();
        // Not even the next call of the other one is refused.
        assertThat(entered.mkdirs(new Path("/left" + round))).isTrue();
      }
      ending = true;
      for (Future<?> writer : writers) {
        assertThat(writer.get(PATIENCE_S, TimeUnit.SECONDS)).isEqualTo(true);
      }
    }
  }

  @Test
  void refusalsHaveStockWords() throws Exception {
    try (DistributedFileSystem fs = client(0)) {
      Path file = new Path("/there");
      fs.create(file).close();
      fs.setSafeMode(SafeModeAction.ENTER);
      String words =
          "Name node is in safe mode.\nIt was turned on manually. Use \"hdfs dfsadmin -safemode"
              + " leave\" to turn safe mode off.";
      assertThatThrownBy(() -> fs.rename(file, new Path("/other")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Cannot rename. " + words);
      assertThatThrownBy(() -> fs.setOwner(file, "ann", null))
          .isInstanceOf(SafeModeException.class)
          .hasMessageContaining("Cannot setOwner. " + words);
      fs.open(file).close();
    }
  }
}
