package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repeated calls that open files, after something happened to the file. */
class OpenedBeforeTest {
  private static final String WRITER = "client-a";
  private static final int COLD = 2;

  private FileFixture files;
  private CallContext call;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    files.run(new Mkdirs(path("/a/b"), 0755, true));
    call = files.call(ROOT);
  }

  @AfterEach
  void close() {
    files.close();
  }

  private Append append() {
    return new Append(path("/a/b/f"), WRITER, "127.0.0.1", false, SETTINGS);
  }

  private void snapshot() {
    files.first.run(new SetSnapshottable(path("/a"), true), ROOT);
    files.first.run(new CreateSnapshot(path("/a"), "s"), ROOT);
  }

  private static void assertGone(Runnable repeated) {
    assertThatThrownBy(repeated::run)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
  }

  @Test
  void aFileThatOnlyASnapshotHoldsIsGone() {
    files.write("/a/b/f", WRITER, 7);
    files.first.run(append(), call);
    snapshot();
    files.first.run(new Delete(path("/a/b/f"), false), ROOT);
    assertGone(() -> files.second.run(append(), call));
  }

  @Test
  void aFileBelowADirectoryThatOnlyASnapshotHoldsIsGone() {
    Create create = FileFixture.create("/a/b/f", WRITER, false);
    files.first.run(create, call);
    snapshot();
    files.first.run(new Delete(path("/a/b"), true), ROOT);
    assertGone(() -> files.second.run(create, call));
  }

  @Test
  void aFileThatWasMovedIsAnsweredWithThePoliciesOfItsPlace() {
    Create create = FileFixture.create("/a/b/f", WRITER, false);
    long id = files.first.run(create, call).inode().id();
    files.run(new Mkdirs(path("/cold"), 0755, true));
    files.first.run(new SetStoragePolicy(path("/cold"), COLD, Set.of()), ROOT);
    files.first.run(new Rename(path("/a/b"), path("/cold/b"), Rename.Rules.NO_OVERWRITE), ROOT);
    assertThat(files.second.run(create, call))
        .satisfies(again -> assertThat(again.inode().id()).isEqualTo(id))
        .satisfies(again -> assertThat(again.policies().storage()).isEqualTo(COLD));
  }
}
