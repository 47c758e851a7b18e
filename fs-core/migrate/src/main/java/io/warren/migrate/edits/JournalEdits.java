package io.warren.migrate.edits;

import io.warren.blocks.FileSystemIdentity;
import io.warren.namespace.Following.Position;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.qjournal.client.PatientJournals;
import org.apache.hadoop.hdfs.qjournal.client.QuorumJournalManager;
import org.apache.hadoop.hdfs.server.namenode.EditDecoder;
import org.apache.hadoop.hdfs.server.namenode.EditLogInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;

/**
 * The edits of a quorum of JournalNodes, as a standby NameNode reads them: only those that a
 * majority has, so that none is ever taken back.
 */
public final class JournalEdits implements EditsSource {
  private static final String TAIL_IN_PROGRESS = "dfs.ha.tail-edits.in-progress";

  private final String location;
  private final NamespaceInfo namespace;
  private final Configuration conf;
  private final QuorumJournalManager journals;

  /**
   * Asks nobody yet.
   *
   * @param location qjournal://HOST:PORT;HOST:PORT/JOURNAL
   * @param identity of the file system that the JournalNodes must have
   * @param conf with what clients of the JournalNodes need, as for Kerberos; with
   *     dfs.ha.tail-edits.in-progress, where the JournalNodes have it, they are asked for less
   */
  public JournalEdits(String location, FileSystemIdentity identity, Configuration conf)
      throws IOException {
    this.location = location;
    this.conf = conf;
    namespace =
        new NamespaceInfo(
            identity.namespaceId(),
            identity.clusterId(),
            identity.blockPoolId(),
            identity.createdAtMs());
    journals = asked(conf);
  }

  private QuorumJournalManager asked(Configuration how) throws IOException {
    return PatientJournals.of(how, URI.create(location), namespace);
  }

  @Override
  public EditsPage after(Position position) throws IOException {
    EditsPage page = after(position, true);
    // Of the segment that grows a JournalNode hears with the next edits that the last ones are a
    // majority's. What is in a finished one is, told or not.
    return page.edits().isEmpty() ? after(position, false) : page;
  }

  private EditsPage after(Position position, boolean growing) throws IOException {
    long next = position.transactionId() + 1;
    List<EditLogInputStream> streams = new ArrayList<>();
    try {
      journals.selectInputStreams(streams, next, growing, true);
      streams.sort(Comparator.comparingLong(EditLogInputStream::getFirstTxId));
      long newest =
          streams.stream()
              .mapToLong(EditLogInputStream::getLastTxId)
              .reduce(position.transactionId(), Math::max);
      if (streams.isEmpty()) {
        return new EditsPage(List.of(), 0, newest, true);
      }
      EditLogInputStream first = streams.get(0);
      if (first.getFirstTxId() > next) {
        throw LocalEdits.gap(next, first.getFirstTxId(), location);
      }
      List<Edit> edits = read(first, next);
      long last = next + edits.size() - 1;
      // Their numbers are no proof of history as those of files are: a majority is.
      return new EditsPage(edits, 0, Math.max(newest, last), edits.isEmpty());
    } finally {
      closeAll(streams);
    }
  }

  private List<Edit> read(EditLogInputStream stream, long next) throws IOException {
    List<Edit> edits = new ArrayList<>();
    int weight = 0;
    long expected = next;
    if (!stream.skipUntil(next)) {
      return edits;
    }
    while (weight < PAGE_WEIGHT) {
      FSEditLogOp op = stream.readOp();
      if (op == null) {
        return edits;
      }
      Edit edit = EditDecoder.decode(op);
      if (edit.txid() != expected) {
        throw new EditsException("The JournalNodes gave edits out of order")
            .with("transaction", expected)
            .with("found", edit.txid())
            .with("where", location);
      }
      expected++;
      edits.add(edit);
      weight += edit.weight();
    }
    return edits;
  }

  private static void closeAll(List<EditLogInputStream> streams) throws IOException {
    for (EditLogInputStream stream : streams) {
      stream.close();
    }
  }

  @Override
  public long newestSegment(Position position) throws IOException {
    List<EditLogInputStream> streams = new ArrayList<>();
    // What they keep in memory for standbys begins anywhere.
    Configuration files = new Configuration(conf);
    files.setBoolean(TAIL_IN_PROGRESS, false);
    try (QuorumJournalManager all = asked(files)) {
      all.selectInputStreams(streams, Math.max(1, position.transactionId()), true, false);
      return streams.stream().mapToLong(EditLogInputStream::getFirstTxId).max().orElse(0);
    } finally {
      closeAll(streams);
    }
  }

  /** As a NameNode does that becomes the active one. */
  @Override
  public void settle() throws IOException {
    try (QuorumJournalManager writer = asked(conf)) {
      writer.recoverUnfinalizedSegments();
    }
  }

  @Override
  public void close() throws IOException {
    journals.close();
  }
}
