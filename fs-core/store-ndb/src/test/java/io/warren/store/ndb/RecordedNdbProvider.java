package io.warren.store.ndb;

import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import io.warren.store.testkit.CommitRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** NDB's store for namenode processes under test: each commit is a line of a file. */
public final class RecordedNdbProvider implements StoreProvider {
  static final String KIND = "ndb-recorded";

  /** System property that names the file. */
  static final String FILE = "warren.test.commits";

  private final NdbStoreProvider provider = new NdbStoreProvider();

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean sharedByProcesses() {
    return provider.sharedByProcesses();
  }

  @Override
  public Store open(StoreConfig config) {
    try {
      Writer lines = Files.newBufferedWriter(Path.of(System.getProperty(FILE)));
      return new CommitRecorder(provider.open(config), commit -> write(lines, commit));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Written out at once: the process may be killed at any moment. */
  private static synchronized void write(Writer lines, CommitRecorder.Commit commit) {
    try {
      lines.write(commit.toLine() + "\n");
      lines.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
