package io.warren.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.RowBlockIds;
import io.warren.store.Checkpoints.Checkpoint;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that was restored from a backup gives no id again that datanodes may know from the time
 * after it, however long that was, and whether any had been given before.
 */
class IdsAfterRestoreTest {
  private final Path parent;

  IdsAfterRestoreTest(@TempDir Path parent) {
    this.parent = parent;
  }

  private static IdAllocator namenode(Store store) {
    return new IdAllocator(
        new TransactionRunner(store, TransactionRunner.Listener.NONE), Runnable::run);
  }

  private EmbeddedStore open(String name) {
    return EmbeddedStore.open(parent.resolve(name), EmbeddedOptions.defaults());
  }

  private EmbeddedStore restored(Checkpoint from, String name) throws Exception {
    try (Stream<Path> files = Files.walk(from.folder())) {
      for (Path file : files.toList()) {
        Files.copy(file, parent.resolve(name).resolve(from.folder().relativize(file).toString()));
      }
    }
    return open(name);
  }

  private static final IdKind[] KNOWN_TO_DATANODES = {
    IdKind.BLOCK, IdKind.BLOCK_GROUP, IdKind.GENERATION_STAMP
  };

  @Test
  void whatWasGivenSinceTheBackupIsNotGivenAgain() throws Exception {
    for (IdKind kind : KNOWN_TO_DATANODES) {
      Set<Long> given = new HashSet<>();
      try (EmbeddedStore store = open("of-" + kind)) {
        given.add(namenode(store).next(kind));
        Checkpoint made = store.checkpoints().take();
        // Far more than a store that loses nothing of what is durable would leave room for.
        long much = 5 * IdReservations.AHEAD_MAX;
        for (long at = kind.firstId(); at < kind.firstId() + much; at += 100_000) {
          given.add(namenode(store).nextAbove(kind, at));
        }
        long highest = given.stream().mapToLong(Long::longValue).max().orElseThrow();
        try (EmbeddedStore back = restored(made, "restored-" + kind)) {
          long first = namenode(back).next(kind);
          assertThat(first).isGreaterThan(highest);
          // Once, not with each range or each namenode.
          assertThat(namenode(back).next(kind)).isLessThan(first + 10L * kind.rangeSize());
        }
        try (EmbeddedStore again = open("restored-" + kind)) {
          assertThat(namenode(again).next(kind))
              .isBetween(highest + 1, highest + 2 * kind.copyAhead());
        }
      }
    }
  }

  @Test
  void norWhatWasGivenForTheFirstTimeSinceTheBackup() throws Exception {
    for (IdKind kind : KNOWN_TO_DATANODES) {
      try (EmbeddedStore store = open("of-" + kind)) {
        Checkpoint made = store.checkpoints().take();
        long given = namenode(store).nextAbove(kind, kind.firstId() + 1_000_000_000);
        try (EmbeddedStore back = restored(made, "restored-" + kind)) {
          assertThat(namenode(back).next(kind)).isGreaterThan(given);
        }
      }
    }
  }

  @Test
  void aStoreThatWasNeverRestoredWastesNone() throws Exception {
    try (EmbeddedStore store = open("plain")) {
      assertThat(namenode(store).next(IdKind.BLOCK)).isEqualTo(IdKind.BLOCK.firstId());
    }
    try (EmbeddedStore store = open("plain")) {
      assertThat(namenode(store).next(IdKind.BLOCK)).isLessThan(IdKind.BLOCK.firstId() + 10_000);
    }
  }

  /**
   * Readers of JSON know whole numbers up to 2^53, the ids of small files' blocks inodes to 2^44.
   */
  @Test
  void aThousandRestoresLeaveIdsExact() {
    for (IdKind kind : KNOWN_TO_DATANODES) {
      assertThat(1_000 * kind.copyAhead()).isLessThan(1L << 53);
    }
    RowBlockIds.of(1_000 * IdKind.INODE.copyAhead(), 1);
  }

  /** Users, groups and storages are numbered by 32 bits. */
  @Test
  void whatOnlyTheStoreKnowsGoesOnWhereItWas() throws Exception {
    for (IdKind kind : List.of(IdKind.USER, IdKind.GROUP, IdKind.STORAGE)) {
      try (EmbeddedStore store = open("of-" + kind)) {
        long given = namenode(store).next(kind);
        Checkpoint made = store.checkpoints().take();
        try (EmbeddedStore back = restored(made, "restored-" + kind)) {
          assertThat(namenode(back).next(kind)).isEqualTo(given + 1);
        }
      }
    }
  }
}
