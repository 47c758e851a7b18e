package io.warren.migrate.export;

import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.load.FreshIds;
import io.warren.model.DelegationToken;
import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.Namespace;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.common.GenerationStamp;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.CacheManagerSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.ErasureCodingSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SecretManagerSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.apache.hadoop.io.erasurecode.ECSchema;

/**
 * Writes what a store holds as the name directory of a stock NameNode: the tree with its snapshots,
 * with the ids that the datanodes know. The store is only read. Used by one thread.
 */
public final class ImageExport {
  private static final int PAGE_ROWS = 1_000;
  private static final TxOptions READ = TxOptions.read("export_facts");

  private final Namespace namespace;
  private final TransactionRunner runner;
  private final LeftOut leftOut;
  private final LongConsumer progress;

  /**
   * An export that has not begun.
   *
   * @param namespace over a store that nobody else has open
   * @param leftOut hears of all that is not taken
   * @param progress is told now and then how many inodes are written
   */
  public ImageExport(Namespace namespace, LeftOut leftOut, LongConsumer progress) {
    this.namespace = namespace;
    this.runner = namespace.runner();
    this.leftOut = leftOut;
    this.progress = progress;
  }

  /**
   * Makes the name directory, whole or not at all.
   *
   * @param place a folder that is not there yet
   * @throws ExportException when it is there, or the store holds no file system
   */
  public ExportReport run(Path place) throws IOException {
    NameDirectory directory = NameDirectory.begin(place);
    boolean whole = false;
    try {
      ExportReport report = write(directory);
      directory.finish();
      whole = true;
      return report;
    } finally {
      if (!whole) {
        directory.abandon();
      }
    }
  }

  private ExportReport write(NameDirectory directory) throws IOException {
    ErasureCodingPolicies codings = runner.run(READ, ErasureCodingPolicies::read);
    LastNumbers last = runner.run(READ, tx -> LastNumbers.read(tx, runner.store(), codings));
    FreshIds ids = new FreshIds(last.inodeId());
    StoredSnapshots snapshots =
        new StoredSnapshots(all(Tables.SNAPSHOTTABLE_DIRECTORIES), all(Tables.SNAPSHOTS));
    Whereabouts whereabouts = new Whereabouts(runner, snapshots);
    StoredTree tree = new StoredTree(runner);
    InodeMessages messages = new InodeMessages(namespace.principals(), new Attributes(codings));
    BlockCursor cursor = new BlockCursor(runner);
    FormerFiles former = new FormerFiles(runner, cursor, tree, messages);
    SnapshotPaths paths = new SnapshotPaths(new Paths(runner), whereabouts, snapshots);
    InodeExport inodes;
    try (PartFiles parts = new PartFiles(directory)) {
      inodes = new InodeExport(messages, cursor, former, paths, leftOut, progress, parts);
      new TreeExport(tree, whereabouts, snapshots, messages, inodes, parts, ids).run();
    }
    SnapshotSections held = new SnapshotSections(snapshots, whereabouts, tree, messages, inodes);
    forEach(
        Tables.DELEGATION_TOKENS, (DelegationToken row) -> leftOut.count(Loss.DELEGATION_TOKEN, 1));
    FileSystemIdentity identity = FileSystemFormat.loadOrCreate(runner, namespace.clock());
    Path file = directory.describe(identity, last.transactionId());
    try (ImageWriter image = new ImageWriter(file)) {
      image.section(SectionName.NS_INFO, out -> fileSystem(out, identity, last));
      image.section(SectionName.ERASURE_CODING, out -> codings(out, codings));
      image.section(
          SectionName.INODE,
          out -> inodes(out, ids.last(), inodes.written(), directory.part(PartFiles.INODES)));
      for (Map.Entry<SectionName, String> each : PartFiles.SECTIONS.entrySet()) {
        image.section(each.getKey(), out -> Files.copy(directory.part(each.getValue()), out));
      }
      image.section(SectionName.SNAPSHOT, out -> held.write(out, last.snapshotId()));
      image.section(SectionName.SECRET_MANAGER, out -> secrets(out, last));
      image.section(SectionName.CACHE_MANAGER, ImageExport::caches);
      // The last one: by now every name has its number.
      image.section(SectionName.STRING_TABLE, ImageExport::names);
      image.finish();
    }
    return new ExportReport(
        identity,
        last.transactionId(),
        HdfsServerConstants.NAMENODE_LAYOUT_VERSION,
        inodes.taken());
  }

  private static void inodes(OutputStream out, long lastId, long count, Path messages)
      throws IOException {
    INodeSection.newBuilder()
        .setLastInodeId(lastId)
        .setNumInodes(count)
        .build()
        .writeDelimitedTo(out);
    Files.copy(messages, out);
  }

  private static void caches(OutputStream out) throws IOException {
    CacheManagerSection.newBuilder()
        .setNextDirectiveId(1)
        .setNumPools(0)
        .setNumDirectives(0)
        .build()
        .writeDelimitedTo(out);
  }

  private static void fileSystem(OutputStream out, FileSystemIdentity identity, LastNumbers last)
      throws IOException {
    NameSystemSection.Builder section =
        NameSystemSection.newBuilder()
            .setNamespaceId(identity.namespaceId())
            .setTransactionId(last.transactionId())
            .setLastAllocatedBlockId(last.blockId())
            .setGenstampV2(last.generationStamp())
            // Of blocks from before Hadoop 2, of which there are none.
            .setGenstampV1(GenerationStamp.LAST_RESERVED_STAMP)
            .setGenstampV1Limit(0);
    if (last.blockGroupId() != 0) {
      section.setLastAllocatedStripedBlockId(last.blockGroupId());
    }
    section.build().writeDelimitedTo(out);
  }

  private static void codings(OutputStream out, ErasureCodingPolicies codings) throws IOException {
    ErasureCodingSection.Builder section = ErasureCodingSection.newBuilder();
    for (ErasureCodingPolicy policy : codings.all()) {
      section.addPolicies(
          PBHelperClient.convertErasureCodingPolicy(
              new ErasureCodingPolicyInfo(
                  new org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy(
                      policy.name(),
                      new ECSchema(policy.codec(), policy.dataUnits(), policy.parityUnits()),
                      policy.cellBytes(),
                      (byte) policy.id()),
                  ErasureCodingPolicyState.valueOf(policy.state().name()))));
    }
    section.build().writeDelimitedTo(out);
  }

  private static void secrets(OutputStream out, LastNumbers last) throws IOException {
    SecretManagerSection.newBuilder()
        .setCurrentId(last.tokenKeyId())
        .setTokenSequenceNumber(last.tokenNumber())
        .setNumKeys(0)
        .setNumTokens(0)
        .build()
        .writeDelimitedTo(out);
  }

  private static void names(OutputStream out) throws IOException {
    SerialNumberManager.StringTable table = SerialNumberManager.getStringTable();
    StringTableSection.newBuilder()
        .setNumEntry(table.size())
        .setMaskBits(table.getMaskBits())
        .build()
        .writeDelimitedTo(out);
    for (Map.Entry<Integer, String> entry : table) {
      StringTableSection.Entry.newBuilder()
          .setId(entry.getKey())
          .setStr(entry.getValue())
          .build()
          .writeDelimitedTo(out);
    }
  }

  private <K, R> List<R> all(Table<K, R> table) {
    return runner.run(READ, tx -> Scans.all(tx, Scan.prefix(table, PAGE_ROWS)));
  }

  /** What is done with each row. */
  @FunctionalInterface
  private interface Visitor<R> {
    void visit(R row) throws IOException;
  }

  private <K, R> void forEach(Table<K, R> table, Visitor<R> visitor) throws IOException {
    Scan<K, R> scan = Scan.prefix(table, PAGE_ROWS);
    List<R> page = runner.run(READ, tx -> tx.scan(scan));
    while (!page.isEmpty()) {
      for (R row : page) {
        visitor.visit(row);
      }
      K last = table.keyOf().apply(page.get(page.size() - 1));
      page = runner.run(READ, tx -> tx.scan(scan.after(last)));
    }
  }
}
