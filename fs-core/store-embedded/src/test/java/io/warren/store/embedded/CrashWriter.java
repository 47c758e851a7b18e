package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Replica;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The process that {@link CrashTest} kills. Its threads write numbered transactions of several rows
 * and print "writer number sequence" once a commit has returned.
 */
final class CrashWriter {
  /** Each writer has its own range of block ids. */
  static final long BLOCKS_PER_WRITER = 1_000_000;

  static final int STORAGE = 3;

  private CrashWriter() {}

  /** Arguments: store folder, number of the first transaction, number of writers. */
  public static void main(String[] args) throws InterruptedException {
    long first = Long.parseLong(args[1]);
    int writers = Integer.parseInt(args[2]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    EmbeddedStore store = EmbeddedStore.open(Path.of(args[0]), EmbeddedOptions.defaults());
    Thread[] threads = new Thread[writers];
    for (int w = 0; w < writers; w++) {
      int writer = w + 1;
      threads[w] = new Thread(() -> run(store, writer, first, out));
      threads[w].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void run(EmbeddedStore store, int writer, long first, PrintStream out) {
    for (long number = first; number < first + BLOCKS_PER_WRITER / 100; number++) {
      long sequence = write(store, writer, number);
      out.println(writer + " " + number + " " + sequence);
    }
  }

  static long blockId(long writer, long number) {
    return writer * BLOCKS_PER_WRITER + number;
  }

  private static long write(EmbeddedStore store, int writer, long number) {
    long blockId = blockId(writer, number);
    try (Tx tx = store.begin(TxOptions.write("crash"))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable("writer" + writer, "" + number));
      tx.insert(Tables.BLOCKS, new Block(writer, blockId, 0, 1, 2, BlockState.COMPLETE, 0));
      tx.insert(Tables.REPLICAS, new Replica(writer, blockId, STORAGE, 1, 2));
      tx.append(created(file(writer, writer, "f" + number, blockId)));
      tx.insert(Tables.BLOCK_LOOKUP, new BlockLookup(blockId, writer));
      return tx.commit();
    }
  }
}
