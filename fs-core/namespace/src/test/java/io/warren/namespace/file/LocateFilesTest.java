package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.EntryStatus;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.Mkdirs;
import io.warren.store.Store;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of a listing's page are located as each by itself, at a part of the exchanges. */
class LocateFilesTest {
  private static final String WRITER = "client-a";
  private static final int FILES = 40;
  private static final int ROUND_TRIPS_MAX = 8;

  static Stream<Named<UnaryOperator<Store>>> stores() {
    return Stream.of(
        Named.of("with snapshots", store -> store),
        Named.of("read committed, as on NDB", ReadCommittedStore::new));
  }

  private static List<EntryStatus> listed(FileFixture files) {
    return files.run(new GetListing(path("/d"), null, 1000)).orElseThrow().entries();
  }

  private static OpenedFile alone(FileFixture files, EntryStatus entry) {
    return files.run(
        new GetBlockLocations(path("/d").child(entry.inode().name()), 0, Long.MAX_VALUE, SETTINGS));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatIsLocatedTogetherIsWhatEachIsByItself(UnaryOperator<Store> seen, @TempDir Path folder) {
    try (FileFixture files = new FileFixture(folder, seen)) {
      files.run(new Mkdirs(path("/d"), 0755, true));
      for (int i = 0; i < FILES; i++) {
        if (i % 5 == 0) {
          files.open("/d/empty" + i, WRITER);
          assertThat(files.complete("/d/empty" + i, WRITER, null)).isTrue();
        } else {
          files.write("/d/file" + i, WRITER, 7 + i);
        }
      }
      List<EntryStatus> entries = listed(files);
      List<Optional<OpenedFile>> together = files.run(new LocateFiles(entries));
      assertThat(files.cost("locate_files").roundTrips()).isLessThanOrEqualTo(ROUND_TRIPS_MAX);
      assertThat(entries).hasSize(FILES);
      for (int i = 0; i < FILES; i++) {
        assertThat(together.get(i)).contains(alone(files, entries.get(i)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void filesThatAreWrittenOrChangedAreLeftToBeOpenedAlone(
      UnaryOperator<Store> seen, @TempDir Path folder) {
    try (FileFixture files = new FileFixture(folder, seen)) {
      files.run(new Mkdirs(path("/d"), 0755, true));
      files.write("/d/changed", WRITER, 7);
      files.write("/d/gone", WRITER, 7);
      files.open("/d/open", WRITER);
      files.add("/d/open", WRITER, null);
      files.write("/d/same", WRITER, 7);
      List<EntryStatus> entries = listed(files);
      files.run(new Delete(path("/d/changed"), false));
      files.run(new Delete(path("/d/gone"), false));
      files.write("/d/changed", WRITER, 9);
      List<Optional<OpenedFile>> together = files.run(new LocateFiles(entries));
      assertThat(entries.stream().map(EntryStatus::localName))
          .containsExactly("changed", "gone", "open", "same");
      assertThat(together.stream().map(Optional::isPresent))
          .containsExactly(false, false, false, true);
    }
  }
}
