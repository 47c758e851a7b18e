package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.StoreException;
import io.warren.store.testkit.HeldAnswers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers that wait for the disk hold up no handler, and no client hears of what may be lost. */
class PostponedAnswerTest {
  private static final int CLIENTS = 8;
  private static final int PATIENCE_MS = 60_000;
  private static final FsPermission MODE = new FsPermission((short) 0755);

  private final HeldAnswers store;
  private final RunningCluster cluster;

  PostponedAnswerTest() throws Exception {
    AtomicReference<HeldAnswers> wrapped = new AtomicReference<>();
    cluster =
        RunningCluster.start(
            Map.of("dfs.namenode.handler.count", "1"),
            inner -> {
              HeldAnswers held = new HeldAnswers(inner);
              wrapped.set(held);
              return held;
            });
    store = Objects.requireNonNull(wrapped.get());
  }

  @AfterEach
  void stop() {
    store.release();
    cluster.close();
  }

  /** Without repetitions of its own. */
  private ClientProtocol client() throws IOException {
    InetSocketAddress rpc = new InetSocketAddress("127.0.0.1", cluster.rpc("nn1").getPort());
    return NameNodeProxies.createNonHAProxy(
            cluster.conf(), rpc, ClientProtocol.class, UserGroupInformation.getCurrentUser(), false)
        .getProxy();
  }

  @Test
  void oneHandlerServesAllWhoWait() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      assertThat(client().mkdirs("/wait", MODE, true)).isTrue();
      store.hold();
      List<Future<Boolean>> making = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String path = "/wait/d" + i;
        making.add(threads.submit(() -> client().mkdirs(path, MODE, false)));
      }
      RunningCluster.await("all commits", () -> store.count() >= CLIENTS);
      // The handler is free for who reads, and sees what is not answered yet.
      assertThat(client().getFileInfo("/wait/d" + (CLIENTS - 1))).isNotNull();
      assertThat(making).noneMatch(Future::isDone);
      store.release();
      for (Future<Boolean> made : making) {
        assertThat(made.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
      }
      assertThat(client().mkdirs("/wait/after", MODE, false)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  /** A delete of a directory commits several times: the answer waits for all of it. */
  @Test
  void anAnswerWaitsForEachCommitOfItsCall() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      ClientProtocol client = client();
      assertThat(client.mkdirs("/tree/a/b", MODE, true)).isTrue();
      store.hold();
      Future<Boolean> deleting = threads.submit(() -> client.delete("/tree", true));
      RunningCluster.await("the delete", () -> gone("/tree"));
      assertThat(store.count()).isGreaterThan(1);
      assertThat(deleting.isDone()).isFalse();
      store.release();
      assertThat(deleting.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean gone(String path) {
    try {
      return client().getFileInfo(path) == null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFailureOfTheDiskIsTold() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      ClientProtocol client = client();
      store.hold();
      Future<Boolean> making = threads.submit(() -> client.mkdirs("/lost", MODE, true));
      RunningCluster.await("the commit", () -> store.count() >= 1);
      // The handler must be done with the call: another one has been answered by it.
      assertThat(client().getFileInfo("/lost")).isNotNull();
      store.fail(new StoreException(StoreException.Code.FULL, "The disk is full"));
      assertThatThrownBy(() -> making.get(PATIENCE_MS, TimeUnit.MILLISECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(RemoteException.class)
          .hasMessageContaining("The metadata store failed: The disk is full");
      // The connection serves on.
      assertThat(client.mkdirs("/lost/after", MODE, true)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  /** All calls of a client share one connection. */
  @Test
  void aFailureOfOneCallIsToldToNoOther() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      ClientProtocol client = client();
      store.hold();
      Future<Boolean> failing = threads.submit(() -> client.mkdirs("/lost", MODE, true));
      RunningCluster.await("the first commit", () -> store.count() >= 1);
      Future<Boolean> waiting = threads.submit(() -> client.mkdirs("/kept", MODE, true));
      RunningCluster.await("the second commit", () -> store.count() >= 2);
      assertThat(client.getFileInfo("/kept")).isNotNull();
      store.failFirst(new StoreException(StoreException.Code.FULL, "The disk is full"));
      assertThatThrownBy(() -> failing.get(PATIENCE_MS, TimeUnit.MILLISECONDS))
          .hasMessageContaining("The metadata store failed: The disk is full");
      assertThat(waiting.isDone()).isFalse();
      store.release();
      assertThat(waiting.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }
}
