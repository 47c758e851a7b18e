package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Change;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.testkit.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Commits changes one by one, each of an inode of its own, and knows what became of each. */
final class FeedWriter {
  private static final int PAGE = 100;

  private final NdbStore store;
  private final Set<Long> acknowledged = new HashSet<>();
  private final Set<Long> unknown = new HashSet<>();
  private long nextInode = 1;

  FeedWriter(NdbStore store) {
    this.store = store;
  }

  int acknowledged() {
    return acknowledged.size();
  }

  /** Tries to commit a change; whether the store said that it did. */
  boolean write() {
    long inode = nextInode++;
    try (Tx tx = store.begin(TxOptions.write("feed_writer"))) {
      tx.append(Samples.created(Samples.file(7, 7, "n" + inode, inode)));
      tx.commit();
      acknowledged.add(inode);
      return true;
    } catch (StoreException e) {
      if (e.code() == Code.COMMIT_UNKNOWN) {
        unknown.add(inode);
      } else {
        assertThat(e.retriable()).as("%s", e).isTrue();
      }
      return false;
    }
  }

  /** Tries for a while, or until the store has acknowledged a number of changes. */
  void write(int changes, long timeoutMs) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    int goal = acknowledged.size() + changes;
    while (acknowledged.size() < goal && System.nanoTime() < deadlineNs) {
      write();
    }
  }

  /** The feed holds each acknowledged change once, none that was refused, and has no gap. */
  void assertFeed(long timeoutMs) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    List<Long> inodes = new ArrayList<>();
    Set<Long> missing = new HashSet<>(acknowledged);
    long after = 0;
    while (!missing.isEmpty() && System.nanoTime() < deadlineNs) {
      for (Change change : store.feed().read(after, PAGE)) {
        assertThat(change.commitSequence()).isEqualTo(after + 1);
        after = change.commitSequence();
        inodes.add(change.inodeId());
        missing.remove(change.inodeId());
      }
      store.feed().await(after, PAGE);
    }
    assertThat(missing).as("changes that the feed lost").isEmpty();
    assertThat(inodes).doesNotHaveDuplicates();
    Set<Long> possible = new HashSet<>(acknowledged);
    possible.addAll(unknown);
    assertThat(possible).containsAll(inodes);
  }
}
