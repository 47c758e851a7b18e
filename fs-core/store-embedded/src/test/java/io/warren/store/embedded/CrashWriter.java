package io.warren.store.embedded;

import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The process that {@link CrashTest} kills. Its threads write the numbered transactions of {@link
 * CrashLedger}, each from where the store says that it was, and print "writer number sequence" once
 * a commit has returned.
 */
final class CrashWriter {
  /** How transactions are written: as they should be, or each in two. */
  enum Mode {
    WHOLE,
    TORN
  }

  private CrashWriter() {}

  /** Arguments: store folder, number of writers, mode. */
  public static void main(String[] args) throws InterruptedException {
    int writers = Integer.parseInt(args[1]);
    Mode mode = Mode.valueOf(args[2]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    EmbeddedStore store = EmbeddedStore.open(Path.of(args[0]), EmbeddedOptions.defaults());
    Thread[] threads = new Thread[writers];
    for (int w = 0; w < writers; w++) {
      int writer = w + 1;
      threads[w] = new Thread(() -> run(store, writer, mode, out));
      threads[w].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void run(EmbeddedStore store, int writer, Mode mode, PrintStream out) {
    long last;
    try (Tx tx = store.begin(TxOptions.read("look"))) {
      last = CrashLedger.last(tx, writer);
    }
    while (true) {
      last++;
      out.println(writer + " " + last + " " + write(store, writer, last, mode));
    }
  }

  private static long write(EmbeddedStore store, int writer, long number, Mode mode) {
    if (mode == Mode.TORN) {
      try (Tx tx = store.begin(TxOptions.write("crash"))) {
        CrashLedger.begin(tx, writer, number);
        tx.commit();
      }
    }
    // Half of the writers let somebody else wait for the disk.
    Answered answered = new Answered();
    TxOptions options = TxOptions.write("crash");
    try (Tx tx = store.begin(writer % 2 == 0 ? options.answeredBy(answered) : options)) {
      if (mode == Mode.WHOLE) {
        CrashLedger.begin(tx, writer, number);
      }
      CrashLedger.end(tx, writer, number);
      long sequence = tx.commit();
      answered.awaitDurable();
      return sequence;
    }
  }
}
