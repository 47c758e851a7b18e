package io.warren.datanode.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.blockreports.RowBlock;
import io.warren.model.RowBlockIds;
import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode.ShortCircuitFdsVersionException;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks that stand for rows, over a stock dataset that tells what it was asked. */
class RowReplicasTest {
  private static final String POOL = "BP-1";
  private static final int VERSION = 5;
  private static final long INODE = 77;
  private static final long ID = RowBlockIds.of(INODE, VERSION);
  private static final byte[] BYTES = new byte[1_300];

  private final List<String> askedOfStock = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> reads = Collections.synchronizedList(new ArrayList<>());
  private RowBlock now = new RowBlock(VERSION, BYTES);
  private RowCache cache;
  private FsDatasetSpi<?> dataset;

  @BeforeEach
  void open() throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    cache = new RowCache((pool, inode) -> read(inode), 10_000);
    FsDatasetSpi<?> stock =
        (FsDatasetSpi<?>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {FsDatasetSpi.class},
                (proxy, method, arguments) -> {
                  askedOfStock.add(method.getName());
                  return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    dataset =
        RowDataset.around(stock, cache, new Configuration(), () -> askedOfStock.add("closed"));
  }

  @AfterEach
  void close() {
    cache.close();
  }

  private RowBlock read(long inode) throws IOException {
    reads.add(inode);
    if (now.version() == 0) {
      throw new FileNotFoundException("gone");
    }
    return now;
  }

  private static ExtendedBlock block(long id) {
    return new ExtendedBlock(POOL, id, BYTES.length, RowBlockIds.generationStamp(id));
  }

  @Test
  void bytesAndSumsAreThoseOfTheRows() throws IOException {
    for (int i = 0; i < BYTES.length; i++) {
      BYTES[i] = (byte) i;
    }
    assertThat(dataset.getLength(block(ID))).isEqualTo(BYTES.length);
    assertThat(dataset.getReplicaVisibleLength(block(ID))).isEqualTo(BYTES.length);
    assertThat(dataset.getBlockInputStream(block(ID), 0).readAllBytes()).isEqualTo(BYTES);
    assertThat(dataset.getBlockInputStream(block(ID), 1_299).readAllBytes()).containsExactly(19);
    assertThat(dataset.getBlockInputStream(block(ID), 1_300).readAllBytes()).isEmpty();
    assertThatThrownBy(() -> dataset.getBlockInputStream(block(ID), 1_301))
        .isInstanceOf(IOException.class);
    try (LengthInputStream sums = dataset.getMetaDataInputStream(block(ID));
        DataInputStream in = new DataInputStream(sums)) {
      DataChecksum checksum = BlockMetadataHeader.readDataChecksum(in, "test");
      assertThat(checksum.getChecksumType()).isEqualTo(DataChecksum.Type.CRC32C);
      assertThat(checksum.getBytesPerChecksum()).isEqualTo(512);
      assertThat(sums.getLength()).isEqualTo(BlockMetadataHeader.getHeaderSize() + 12);
      byte[] last = in.readAllBytes();
      assertThat(last).hasSize(12);
      checksum.update(BYTES, 1_024, 276);
      assertThat(checksum.compare(last, 8)).isTrue();
    }
    assertThat(askedOfStock).isEmpty();
    assertThat(reads).containsExactly(INODE);
    assertThat(cache.misses()).isOne();
    assertThat(cache.hits()).isEqualTo(6);
    assertThat(cache.files()).isOne();
  }

  @Test
  void readersAtOnceCostOneCall() throws Exception {
    ExecutorService readers = Executors.newFixedThreadPool(8);
    try {
      Callable<byte[]> read = () -> dataset.getBlockInputStream(block(ID), 0).readAllBytes();
      for (Future<byte[]> each : readers.invokeAll(Collections.nCopies(100, read))) {
        assertThat(each.get()).hasSize(BYTES.length);
      }
    } finally {
      readers.shutdown();
    }
    assertThat(reads).hasSize(1);
  }

  @Test
  void whatIsKeptIsBounded() throws IOException {
    for (long inode = 1; inode <= 100; inode++) {
      dataset.getLength(block(RowBlockIds.of(inode, VERSION)));
    }
    assertThat(reads).hasSize(100);
    assertThat(cache.files()).isBetween(1L, 7L);
  }

  @Test
  void anotherVersionIsNoReplica() throws IOException {
    assertThatThrownBy(() -> dataset.getLength(block(RowBlockIds.of(INODE, VERSION + 1))))
        .isInstanceOf(ReplicaNotFoundException.class);
    now = new RowBlock(0, new byte[0]);
    assertThatThrownBy(() -> dataset.getLength(block(ID)))
        .isInstanceOf(ReplicaNotFoundException.class);
    assertThat(dataset.getVolume(block(ID))).isNull();
    assertThat(cache.failures()).isEqualTo(3);
    now = new RowBlock(VERSION, BYTES);
    assertThat(dataset.getLength(block(ID))).isEqualTo(BYTES.length);
  }

  /** The one answer that leaves the client's short-circuit reads of other blocks on. */
  @Test
  void descriptorsAreRefusedForThisBlockAlone() throws IOException {
    assertThat(dataset.isCached(POOL, ID)).isFalse();
    assertThatThrownBy(() -> dataset.getBlockInputStream(block(ID), 0))
        .isInstanceOf(ShortCircuitFdsVersionException.class);
    assertThat(dataset.getBlockInputStream(block(ID), 0).readAllBytes()).hasSize(BYTES.length);
  }

  @Test
  void realBlocksAndAllElseGoToTheStockDataset() throws IOException {
    assertThat(dataset.getBlockInputStream(block(1L << 30), 0)).isNull();
    assertThat(dataset.getStoredBlock(POOL, ID)).isNull();
    dataset.invalidate(POOL, new Block[] {new Block(1L << 30)});
    assertThat(dataset.isValidBlock(block(ID))).isFalse();
    assertThat(askedOfStock)
        .containsExactly("getBlockInputStream", "getStoredBlock", "invalidate", "isValidBlock");
    dataset.invalidateMissingBlock(POOL, new Block(ID));
    assertThat(askedOfStock).hasSize(4);
    dataset.shutdown();
    assertThat(askedOfStock).endsWith("closed", "shutdown");
    assertThat(reads).isEmpty();
  }
}
