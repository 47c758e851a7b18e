package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.client.RandomProxyProvider;
import io.warren.client.RoundRobinProxyProvider;
import io.warren.client.StickyProxyProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock clients with Warren's failover policies, while namenodes go and come. */
class ClientPoliciesTest {
  private static final int THREADS = 3;
  private static final String PROVIDER = "dfs.client.failover.proxy.provider.warren";

  private static Configuration conf(RunningCluster cluster, Class<?> provider) {
    Configuration conf = new Configuration(cluster.conf());
    conf.set(PROVIDER, provider.getName());
    conf.setInt("warren.client.discovery.interval.ms", 100);
    conf.setInt("warren.client.avoid-failed.ms", 500);
    return conf;
  }

  /** What the load has met. */
  private static final class Load {
    final AtomicLong operations = new AtomicLong();
    final AtomicLong longestNanos = new AtomicLong();
    final AtomicBoolean ending = new AtomicBoolean();

    void run(FileSystem fs, Path home) throws IOException {
      for (int i = 0; !ending.get(); i++) {
        Path file = new Path(home, "f" + i);
        timed(() -> fs.create(file).close());
        timed(() -> assertThat(fs.exists(file)).isTrue());
        timed(() -> assertThat(fs.rename(file, file.suffix("-moved"))).isTrue());
        timed(() -> assertThat(fs.delete(file.suffix("-moved"), false)).isTrue());
      }
    }

    private interface Call {
      void run() throws IOException;
    }

    private void timed(Call call) throws IOException {
      long began = System.nanoTime();
      call.run();
      longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
      operations.incrementAndGet();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        RandomProxyProvider.class,
        RoundRobinProxyProvider.class,
        StickyProxyProvider.class
      })
  void noOperationFailsWhileNamenodesAreStoppedUnderLoad(Class<?> provider) throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Configuration conf = conf(cluster, provider);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    Load load = new Load();
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      Path home = new Path("/client-policies/" + provider.getSimpleName() + t);
      running.add(
          threads.submit(
              () -> {
                try (FileSystem fs = FileSystem.get(conf)) {
                  load.run(fs, home);
                }
                return true;
              }));
    }
    try {
      for (String stopped : List.of("nn1", "nn2")) {
        String other = stopped.equals("nn1") ? "nn2" : "nn1";
        awaitOperations(load, 50);
        assertThat(post(cluster, other, stopped, "stop")).isEqualTo(200);
        awaitOperations(load, 50);
        assertThat(post(cluster, other, stopped, "start")).isEqualTo(200);
      }
      awaitOperations(load, 50);
    } finally {
      load.ending.set(true);
      threads.shutdown();
    }
    for (Future<?> thread : running) {
      thread.get(60, TimeUnit.SECONDS);
    }
    System.out.printf(
        "%s: %d operations, none failed, longest stall %d ms%n",
        provider.getSimpleName(),
        load.operations.get(),
        TimeUnit.NANOSECONDS.toMillis(load.longestNanos.get()));
  }

  private static void awaitOperations(Load load, long more) throws Exception {
    long wanted = load.operations.get() + more;
    RunningCluster.await("operations", () -> load.operations.get() >= wanted);
  }

  private static int post(RunningCluster cluster, String at, String namenode, String what)
      throws Exception {
    return cluster
        .admin(at, "POST", "/process/namenodes/" + namenode + "/" + what, null)
        .statusCode();
  }
}
