package io.warren.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.BlockReportProtocolPB;
import io.warren.blockreports.BlockReportServer;
import io.warren.blockreports.BucketReport;
import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.HashReport;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.StaleTurnException;
import io.warren.blockreports.SummaryAnswer;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where reports go while namenodes come and go, over real RPC. */
@NullUnmarked
class BlockReporterTest {
  private static final long WAIT_MAX_SECONDS = 30;

  /** A namenode; both know whose turn it is. */
  private final class Namenode implements BlockReportProtocol {
    final long id;
    final RPC.Server server;
    volatile boolean refuses;

    Namenode(long id) throws IOException {
      this.id = id;
      Configuration conf = new Configuration();
      RPC.setProtocolEngine(conf, BlockReportProtocolPB.class, ProtobufRpcEngine2.class);
      server =
          new RPC.Builder(conf)
              .setProtocol(BlockReportProtocolPB.class)
              .setInstance(new BlockReportServer(this))
              .setBindAddress("127.0.0.1")
              .setPort(0)
              .setNumHandlers(1)
              .build();
      server.start();
    }

    @Override
    public SummaryAnswer reportSummary(SummaryReport report) {
      List<String> open =
          matches
              ? List.of()
              : report.storages().stream()
                  .map(SummaryReport.StorageSummary::storageUuid)
                  .filter(uuid -> !uuid.equals("DS-2"))
                  .toList();
      // Told once the answer is decided: a test that has seen it may change what the next one says.
      events.add("summary");
      return new SummaryAnswer(open);
    }

    @Override
    public Turn askTurn(TurnRequest request) {
      if (request.unreachable() == taker) {
        taker = taker == 1 ? 2 : 1;
      }
      return new Turn(id, taker, 7, 0);
    }

    @Override
    public HashAnswer reportHashes(HashReport report) throws IOException {
      if (refuses) {
        refuses = false;
        throw new StaleTurnException("over");
      }
      events.add("hashes of " + report.header().storageUuid() + " to " + id);
      return new HashAnswer(false, List.of());
    }

    @Override
    public void reportBuckets(BucketReport report) {
      events.add("buckets to " + id);
    }

    @Override
    public void endReport(ReportEnd end) {
      events.add("end at " + id);
    }
  }

  private final class Pool implements ReportingPool {
    @Override
    public String clusterId() {
      return "CID-x";
    }

    @Override
    public String datanodeUuid() {
      return "uuid-1";
    }

    @Override
    public List<Seat> namenodes() {
      List<Seat> seats = new ArrayList<>();
      for (InetSocketAddress address : addresses) {
        seats.add(
            new Seat() {
              @Override
              public InetSocketAddress address() {
                return address;
              }

              @Override
              public void flush() {
                events.add("flush");
              }
            });
      }
      return seats;
    }

    @Override
    public Map<DatanodeStorage, BlockListAsLongs> replicas() {
      return Map.of(
          new DatanodeStorage("DS-1", DatanodeStorage.State.NORMAL, StorageType.DISK),
          BlockListAsLongs.EMPTY,
          new DatanodeStorage("DS-2", DatanodeStorage.State.NORMAL, StorageType.DISK),
          BlockListAsLongs.EMPTY);
    }
  }

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final List<InetSocketAddress> addresses = new ArrayList<>();
  private volatile long taker = 1;
  private volatile boolean matches;
  private Namenode first;
  private Namenode second;
  private BlockReporter reporter;

  @BeforeEach
  void serve() throws IOException {
    first = new Namenode(1);
    second = new Namenode(2);
    addresses.add(second.server.getListenerAddress());
    addresses.add(first.server.getListenerAddress());
    reporter = new BlockReporter(() -> List.of(new Pool()), new Configuration());
  }

  @AfterEach
  void stop() {
    reporter.close();
    first.server.stop();
    second.server.stop();
  }

  private List<String> next(int count) throws InterruptedException {
    List<String> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      next.add(String.valueOf(events.poll(WAIT_MAX_SECONDS, TimeUnit.SECONDS)));
    }
    return next;
  }

  /** What is told of a report that one storage needs a turn for. */
  private static List<String> reportTo(int namenode) {
    return List.of(
        "flush", "summary", "flush", "hashes of DS-1 to " + namenode, "end at " + namenode);
  }

  @Test
  void theNamenodeWhoseTurnItIsGetsTheBucketsThatDiffer() throws Exception {
    reporter.start();
    assertThat(next(5)).isEqualTo(reportTo(1));
    taker = 2;
    reporter.soon();
    assertThat(next(5)).isEqualTo(reportTo(2));
  }

  @Test
  void storagesThatMatchNeedNoTurn() throws Exception {
    matches = true;
    reporter.start();
    assertThat(next(2)).containsExactly("flush", "summary");
    matches = false;
    reporter.soon();
    assertThat(next(5)).isEqualTo(reportTo(1));
  }

  @Test
  void aDeadNamenodesTurnGoesToAnother() throws Exception {
    first.server.stop();
    reporter.start();
    List<String> told = new ArrayList<>();
    while (told.stream().noneMatch(event -> event.startsWith("end"))) {
      told.addAll(next(1));
      assertThat(told).doesNotContain("null");
    }
    // The summary went to either; without an answer to it every storage is reported by buckets.
    assertThat(told).contains("hashes of DS-1 to 2").endsWith("end at 2");
    assertThat(told.contains("summary")).isNotEqualTo(told.contains("hashes of DS-2 to 2"));
  }

  @Test
  void aReportThatIsRefusedIsBegunAgain() throws Exception {
    first.refuses = true;
    reporter.start();
    assertThat(next(3)).containsExactly("flush", "summary", "flush");
    assertThat(next(5)).isEqualTo(reportTo(1));
  }
}
