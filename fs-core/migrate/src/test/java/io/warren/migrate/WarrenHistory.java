package io.warren.migrate;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;

import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Operation;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.SetAcl;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.DeleteSnapshot;
import io.warren.namespace.snapshot.RenameSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.snapshot.SnapshotGarbage;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Operations of Warren's own on few names, by a seed, with snapshots among them. */
final class WarrenHistory {
  private static final List<String> ROOTS = List.of("/a", "/b", "/c");

  private final FileFixture files;
  private final Random random;
  private final List<FsPath> taken = new ArrayList<>();
  private int names;

  WarrenHistory(FileFixture files, long seed) {
    this.files = files;
    this.random = new Random(seed);
    ROOTS.forEach(root -> as(new Mkdirs(path(root), 0777, true)));
    ROOTS.subList(0, 2).forEach(root -> asRoot(new SetSnapshottable(path(root), true)));
  }

  private <R> R as(Operation<R> operation) {
    return files.first.run(operation, files.call(ALICE));
  }

  private <R> R asRoot(Operation<R> operation) {
    return files.first.run(operation, files.call(FileFixture.ROOT));
  }

  /** Does one thing; what is refused changes nothing. */
  void step() {
    files.clock.advance(1_000);
    try {
      switch (random.nextInt(18)) {
        case 0, 1, 2 -> as(new Mkdirs(any(), 0755, true));
        case 3, 4, 5 -> write(any());
        case 6, 7 -> as(new Delete(any(), true));
        case 8, 9, 10 -> as(new Rename(any(), any(), rules()));
        case 11 -> as(new SetPermission(any(), 0700 + random.nextInt(64)));
        case 12 -> as(new SetTimes(any(), 1_000_000L * random.nextInt(1_000), -1));
        case 13 -> attribute(any());
        case 14 -> as(new SetAcl(any(), new AclChange.Modify(entry())));
        case 15 -> append(any());
        case 16 -> as(new Truncate(any(), BLOCK_BYTES * random.nextInt(2), "w", SETTINGS));
        default -> snapshot();
      }
    } catch (NamespaceException e) {
      // Most paths do not fit; what fits is enough.
      return;
    }
  }

  private FsPath any() {
    StringBuilder path = new StringBuilder(ROOTS.get(random.nextInt(ROOTS.size())));
    int depth = 1 + random.nextInt(3);
    for (int i = 0; i < depth; i++) {
      path.append('/').append((char) ('k' + random.nextInt(5)));
    }
    return path(path.toString());
  }

  private Rename.Rules rules() {
    return random.nextBoolean() ? Rename.Rules.OVERWRITE : Rename.Rules.NO_OVERWRITE;
  }

  private void write(FsPath path) {
    int blocks = random.nextInt(3);
    long[] lengths = new long[blocks];
    for (int i = 0; i < blocks; i++) {
      lengths[i] = i < blocks - 1 ? BLOCK_BYTES : 1 + random.nextInt(1_000);
    }
    files.write(path.toString(), "w", lengths);
  }

  private void append(FsPath path) {
    as(new Append(path, "w", "here", true, SETTINGS));
    FileBlock block = files.add(path.toString(), "w", null);
    files.received(block.block(), 1, 7);
    files.complete(path.toString(), "w", FileFixture.written(block, 7));
  }

  private void attribute(FsPath path) {
    XattrName name = new XattrName(XattrName.Namespace.USER, "a" + random.nextInt(2));
    Xattr xattr = new Xattr(name, new byte[] {(byte) random.nextInt(9)});
    as(new SetXattr(path, xattr, true, true, XattrLimits.DEFAULT));
  }

  private List<AclEntry> entry() {
    return List.of(
        new AclEntry(
            AclEntry.Scope.ACCESS, AclEntry.Type.USER, "ann", Access.ofBits(random.nextInt(8))));
  }

  private void snapshot() {
    FsPath directory = path(ROOTS.get(random.nextInt(2)));
    FsPath some = taken.isEmpty() ? null : taken.get(random.nextInt(taken.size()));
    int what = random.nextInt(6);
    if (some == null || what > 1) {
      String name = "s" + names++;
      asRoot(new CreateSnapshot(directory, name));
      taken.add(path(directory + "/" + name));
      return;
    }
    taken.remove(some);
    FsPath of = path("/" + some.toString().charAt(1));
    String name = some.toString().substring(3);
    if (what == 0) {
      asRoot(new DeleteSnapshot(of, name));
      if (random.nextBoolean()) {
        new SnapshotGarbage(files.first).sweep(LeaderFence.NONE);
      }
    } else {
      String to = "r" + names++;
      asRoot(new RenameSnapshot(of, name, to));
      taken.add(path(of + "/" + to));
    }
  }
}
