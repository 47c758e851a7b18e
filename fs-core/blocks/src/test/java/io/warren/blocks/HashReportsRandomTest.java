package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.ReportSender;
import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import io.warren.model.BucketReplica;
import io.warren.model.Replica;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three datanodes and two namenodes, whose writes, appends, recoveries, truncations, deletions,
 * reports and crashes come in any order; incremental reports are lost, late, doubled and out of
 * order. Afterwards a few quiet rounds of reports must leave no bucket that does not match.
 */
@NullUnmarked
class HashReportsRandomTest {
  private static final int STEPS = 1_500;
  private static final int DATANODES = 3;
  private static final int BUCKETS = 100;
  private static final int QUIET_ROUNDS_MAX = 8;
  private static final long GRACE_MS = 30_000;
  private static final List<Long> IDS = List.of(1L, 2L);

  private BlockFixture store;
  private SimulatedFiles files;
  private final List<SimulatedNamenode> namenodes = new ArrayList<>();
  private final List<SimulatedDatanode> datanodes = new ArrayList<>();
  private Random random;
  private int summariesThatMatched;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    for (long id : IDS) {
      namenodes.add(namenode(id));
    }
    for (int number = 1; number <= DATANODES; number++) {
      SimulatedDatanode datanode = new SimulatedDatanode(number, IDS.size());
      datanodes.add(datanode);
      register(datanode);
      store.available(storageOf(datanode));
    }
  }

  @AfterEach
  void close() {
    namenodes.forEach(SimulatedNamenode::close);
    store.close();
  }

  private SimulatedNamenode namenode(long id) throws IOException {
    return new SimulatedNamenode(
        store, id, IDS, new HashReports.Settings(4, Long.MAX_VALUE / 2), GRACE_MS);
  }

  private void register(SimulatedDatanode datanode) throws IOException {
    for (SimulatedNamenode namenode : namenodes) {
      namenode.register(datanode);
    }
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {20_261_121, 7, 42})
  void nothingMismatchesAfterQuiet(long seed) throws IOException {
    random = new Random(seed);
    files = new SimulatedFiles(store, random, this::storageOf);
    for (int step = 0; step < STEPS; step++) {
      step();
    }
    quiet(seed);
    assertThat(store.rows(Tables.BUCKET_REPLICAS))
        .as("seed %d", seed)
        .extracting(BucketReplica::replica)
        .containsExactlyInAnyOrderElementsOf(store.rows(Tables.REPLICAS));
    for (SimulatedDatanode datanode : datanodes) {
      assertThat(stored(datanode))
          .as("seed %d, %s", seed, datanode.uuid())
          .isEqualTo(rows(datanode));
    }
    assertThat(summariesThatMatched).isPositive();
    assertThat(namenodes).allMatch(namenode -> namenode.hashReports.corrections() == 0);
  }

  private int storageOf(SimulatedDatanode datanode) {
    return namenodes.get(0).datanodes.storagesOf(datanode.uuid()).get(0);
  }

  private List<String> stored(SimulatedDatanode datanode) {
    return datanode.replicas.entrySet().stream()
        .filter(e -> e.getValue().state() == ReplicaState.FINALIZED)
        .map(e -> e.getKey() + "/" + e.getValue().stamp() + "/" + e.getValue().lengthBytes())
        .toList();
  }

  private List<String> rows(SimulatedDatanode datanode) {
    int storageId = storageOf(datanode);
    return store.rows(Tables.REPLICAS).stream()
        .filter(r -> r.storageId() == storageId)
        .sorted((a, b) -> Long.compare(a.blockId(), b.blockId()))
        .map(HashReportsRandomTest::text)
        .toList();
  }

  private static String text(Replica r) {
    return r.blockId() + "/" + r.generationStamp() + "/" + r.lengthBytes();
  }

  private void step() throws IOException {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> files.create(datanodes);
      case 4, 5, 6 -> files.finish();
      case 7, 8 -> files.append(datanodes);
      case 9 -> files.recover(datanodes);
      case 10, 11 -> files.delete();
      case 12, 13, 14, 15 -> tellSome(any(datanodes), random.nextInt(IDS.size()));
      case 16 -> obey(any(datanodes));
      case 17 -> report(any(datanodes), random.nextBoolean());
      case 18 -> disaster();
      default -> {
        store.clock.advance(random.nextInt((int) GRACE_MS));
        any(namenodes).fullReports.judge();
        new BucketHashes(store.runner).merge(storageOf(any(datanodes)));
      }
    }
  }

  private void disaster() throws IOException {
    int choice = random.nextInt(3);
    if (choice == 0) {
      SimulatedDatanode datanode = any(datanodes);
      datanode.crash();
      register(datanode);
    } else if (choice == 1) {
      int place = random.nextInt(IDS.size());
      namenodes.set(place, namenode(IDS.get(place))).close();
      for (SimulatedDatanode datanode : datanodes) {
        namenodes.get(place).register(datanode);
      }
    } else {
      SimulatedDatanode datanode = any(datanodes);
      if (!datanode.replicas.isEmpty()) {
        datanode.replicas.remove(any(new ArrayList<>(datanode.replicas.keySet())));
      }
    }
  }

  /** Sends some of what is untold, in any order, and keeps a part of it to send it again. */
  private void tellSome(SimulatedDatanode datanode, int namenode) {
    List<ReceivedDeletedBlockInfo> untold = datanode.untold.get(namenode);
    Collections.shuffle(untold, random);
    int count = untold.isEmpty() ? 0 : 1 + random.nextInt(untold.size());
    List<ReceivedDeletedBlockInfo> now = new ArrayList<>(untold.subList(0, count));
    untold.subList(random.nextInt(count + 1), count).clear();
    tell(datanode, namenode, now);
  }

  private void tell(SimulatedDatanode datanode, int place, List<ReceivedDeletedBlockInfo> infos) {
    SimulatedNamenode namenode = namenodes.get(place);
    namenode.incremental.apply(datanode.registration(), datanode.message(infos));
  }

  private void obey(SimulatedDatanode datanode) {
    namenodes.get(0).invalidations.take(List.of(storageOf(datanode))).forEach(datanode::delete);
  }

  private HashAnswer report(SimulatedDatanode datanode, boolean flush) throws IOException {
    int asked = random.nextInt(IDS.size());
    if (flush) {
      tellAll(datanode, asked);
    }
    if (summarise(datanode, asked)) {
      return new HashAnswer(false, List.of());
    }
    TurnRequest request = new TurnRequest("CID-test", datanode.uuid(), 0);
    Turn turn = any(namenodes).hashReports.askTurn(request);
    int place = IDS.indexOf(turn.namenodeId());
    assertThat(namenodes.get(place).hashReports.askTurn(request).leaseId())
        .isEqualTo(turn.leaseId());
    if (flush) {
      tellAll(datanode, place);
    }
    HashReports taker = namenodes.get(place).hashReports;
    ReportHeader header =
        new ReportHeader(
            datanode.uuid(), turn.leaseId(), datanode.storage().getStorageID(), "DISK");
    HashAnswer answer =
        ReportSender.send(taker, header, StorageSnapshot.of(datanode.list(), BUCKETS));
    if (flush || random.nextInt(4) > 0) {
      taker.endReport(new ReportEnd(datanode.uuid(), turn.leaseId(), 1_000));
    }
    return answer;
  }

  /** Whether the storage matches as a whole; then it is what the rows say. */
  private boolean summarise(SimulatedDatanode datanode, int place) throws IOException {
    HashReports asked = namenodes.get(place).hashReports;
    boolean matches = asked.reportSummary(datanode.summary(BUCKETS)).open().isEmpty();
    if (matches) {
      summariesThatMatched++;
      assertThat(stored(datanode)).isEqualTo(rows(datanode));
    }
    return matches;
  }

  private void tellAll(SimulatedDatanode datanode, int place) {
    List<ReceivedDeletedBlockInfo> untold = datanode.untold.get(place);
    tell(datanode, place, List.copyOf(untold));
    untold.clear();
  }

  /** Everybody ends what they do; then reports and their consequences, until nothing differs. */
  private void quiet(long seed) throws IOException {
    files.finishAll(datanodes);
    int mismatching = -1;
    for (int round = 0; round < QUIET_ROUNDS_MAX && mismatching != 0; round++) {
      mismatching = 0;
      for (SimulatedDatanode datanode : datanodes) {
        for (int place = 0; place < IDS.size(); place++) {
          tellAll(datanode, place);
        }
        obey(datanode);
        tellAll(datanode, 0);
        tellAll(datanode, 1);
      }
      namenodes.get(0).invalidations.round(tx -> {});
      files.forgetPipelines();
      for (SimulatedDatanode datanode : datanodes) {
        HashAnswer answer = report(datanode, true);
        mismatching += answer.full() ? BUCKETS : answer.buckets().size();
      }
      store.clock.advance(GRACE_MS + 60_000);
      namenodes.forEach(namenode -> namenode.fullReports.judge());
    }
    assertThat(mismatching).as("buckets that mismatch after quiet, seed %d", seed).isZero();
    for (SimulatedDatanode datanode : datanodes) {
      assertThat(summarise(datanode, 0))
          .as("summary of %s after quiet, seed %d", datanode.uuid(), seed)
          .isTrue();
    }
  }
}
