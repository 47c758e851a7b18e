package io.warren.namespace.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamenodeMember;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.ChangeGate;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaseAges;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.WriteBarrier;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.IsFileClosed;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two namenodes whose clocks differ by minutes: leases and retry answers live as long as ever. */
class ClockSkewTest {
  private static final CallContext ROOT = CallContext.of("hdfs", List.of("supergroup"), true);
  private static final FileSettings SETTINGS = FileSettings.defaults();
  private static final FsPath FILE = FsPath.parse("/f");
  private static final String WRITER = "DFSClient_writer";
  private static final String OTHER = "DFSClient_other";
  private static final Instant START = Instant.ofEpochMilli(1_700_000_000_000L);

  private final AtomicLong passedMs = new AtomicLong();
  private Store store;
  private Namespace exact;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
    exact = namespace(1, Duration.ZERO);
    NamespaceFormat.formatIfEmpty(exact);
  }

  @AfterEach
  void close() {
    exact.close();
    store.close();
  }

  private Namespace namespace(long id, Duration skew) {
    Liveness liveness =
        new Liveness() {
          @Override
          public long selfId() {
            return id;
          }

          @Override
          public boolean isLive(long namenodeId) {
            return true;
          }
        };
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return START.plusMillis(passedMs.get()).plus(skew);
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        };
    LeaseAges ages = new LeaseAges(() -> passedMs.get() * 1_000_000);
    NamespaceConfig config =
        new NamespaceConfig(
            "hdfs",
            "supergroup",
            Duration.ofMinutes(10),
            1_000,
            1L << 20,
            Duration.ofSeconds(1),
            NamespaceConfig.HASHED_LEVELS_DEFAULT);
    TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    runner.run(
        TxOptions.write("test_join"),
        tx -> {
          tx.upsert(
              Tables.NAMENODES, new NamenodeMember(id, "nn" + id, "", "", 0, 0, 0, 0, "test"));
          return true;
        });
    return new Namespace(runner, clock, ages, config, liveness, WriteBarrier.NONE, ChangeGate.OPEN);
  }

  private static Create create(String holder) {
    return new Create(FILE, 0644, holder, "", false, true, 1, 1 << 20, 0, SETTINGS);
  }

  private static LeaseMonitor monitor(Namespace namespace) {
    return new LeaseMonitor(namespace, SETTINGS, 30_000, tx -> {}, recovery -> true);
  }

  private static void assertBeingWritten(Namespace namespace) {
    assertThatThrownBy(() -> namespace.run(new Append(FILE, OTHER, "", false, SETTINGS), ROOT))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(Code.ALREADY_BEING_CREATED));
  }

  /** The writer opens at one namenode and renews there; the other one leads and serves others. */
  @ParameterizedTest
  @ValueSource(longs = {-25, -5, 5, 25})
  void aLiveWritersFileIsSafeAndADeadOnesIsNot(long skewMinutes) {
    Namespace skewed = namespace(2, Duration.ofMinutes(skewMinutes));
    LeaseMonitor leader = monitor(skewed);
    exact.run(create(WRITER), ROOT);
    for (int half = 0; half < 60; half++) {
      assertThat(leader.tick()).isZero();
      assertBeingWritten(skewed);
      assertThat(skewed.run(new IsFileClosed(FILE), ROOT)).isFalse();
      passedMs.addAndGet(30_000);
      Namespace renewing = half % 3 == 0 ? skewed : exact;
      renewing.run(new RenewLease(WRITER), ROOT);
    }
    leader.tick();
    passedMs.addAndGet(SETTINGS.leaseSoftLimitMs() + 1);
    Append.Answer taken = skewed.run(new Append(FILE, OTHER, "", false, SETTINGS), ROOT);
    assertThat(taken.status().inode().leaseHolder()).isEqualTo(OTHER);
    leader.tick();
    passedMs.addAndGet(SETTINGS.leaseHardLimitMs() + 1);
    assertThat(leader.tick()).isEqualTo(1);
    assertThat(exact.run(new IsFileClosed(FILE), ROOT)).isTrue();
    skewed.close();
  }

  /** Watching is what a namenode does that was not asked about the writer before. */
  @ParameterizedTest
  @ValueSource(longs = {-25, 25})
  void aNamenodeThatOnlyWatchedTakesOverInTime(long skewMinutes) {
    Namespace skewed = namespace(2, Duration.ofMinutes(skewMinutes));
    exact.run(create(WRITER), ROOT);
    assertThat(new LeaseWatch(skewed).look()).isEqualTo(1);
    passedMs.addAndGet(SETTINGS.leaseSoftLimitMs() - 1_000);
    assertBeingWritten(skewed);
    passedMs.addAndGet(2_000);
    assertThat(
            skewed
                .run(new Append(FILE, OTHER, "", false, SETTINGS), ROOT)
                .status()
                .inode()
                .leaseHolder())
        .isEqualTo(OTHER);
    skewed.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {-9, 9})
  void aRetriedCallIsAnsweredFromTheCacheWhateverTheLeadersClock(long skewMinutes) {
    Namespace leader = namespace(2, Duration.ofMinutes(skewMinutes));
    CallContext call =
        new CallContext("hdfs", List.of("supergroup"), true, "0011223344556677", 1, "");
    exact.run(create(WRITER), ROOT);
    assertThat(exact.run(new Delete(FILE, false), call)).isTrue();
    passedMs.addAndGet(Duration.ofMinutes(10).toMillis());
    new Housekeeping(leader).run(tx -> {});
    assertThat(exact.run(new Delete(FILE, false), call)).isTrue();
    passedMs.addAndGet(Duration.ofMinutes(20).toMillis());
    assertThat(new Housekeeping(leader).run(tx -> {}).retryEntries()).isEqualTo(1);
    leader.close();
  }
}
