package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Adds the blocks of closed files to the end of another one in the same directory, in the order
 * given, and removes those files, with the rules of stock HDFS (FSDirConcatOp). No data moves.
 * Everything is one transaction, so the number of blocks that change their file is bounded. Files
 * whose bytes are in the database are refused, after all other checks; {@link
 * FileContents#inTheWay} tells which. At most once.
 */
public record Concat(FsPath target, List<FsPath> sources) implements DoneOnce {
  /** Most blocks of the sources together. */
  public static final int BLOCKS_MAX = 1_000;

  /** Most sources. */
  public static final int SOURCES_MAX = 1_000;

  public Concat {
    sources = List.copyOf(sources);
  }

  @Override
  public String name() {
    return "concat";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(target, 0);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    checkCall();
    List<PathLock> locks = new ArrayList<>();
    locks.add(PathLock.parentAndLast(target));
    sources.forEach(source -> locks.add(PathLock.parentAndLast(source)));
    List<ResolvedPath> found = tx.lock(locks);
    ResolvedPath to = found.get(0);
    Inode file = checkedTarget(tx, to);
    List<Inode> files = checkedSources(tx, file, found.subList(1, found.size()));
    checkBlocks(found);
    FileBlocks present = FileTail.read(tx.store(), file, LockMode.EXCLUSIVE);
    BlockMoves moves = new BlockMoves(tx.store(), file.id(), present.count());
    long addedBytes = 0;
    PolicySpace delta = PolicySpace.NONE;
    for (Inode source : files) {
      long bytes = moves.take(source.id(), BLOCKS_MAX, target);
      addedBytes += bytes;
      delta = delta.plus(PolicySpace.ofFile(file, bytes)).minus(PolicySpace.ofFile(source, bytes));
      tx.inodes().delete(source);
    }
    BlockPlaces.grow(tx.store(), present, moves.taken());
    // What the leader noted of the blocks is under their old files; it looks at them anew.
    tx.store()
        .upsert(
            Tables.REDUNDANCY_CHECKS,
            new RedundancyCheck(file.id(), RedundancyCheck.ALL_BLOCKS, tx.nowMs()));
    tx.quota().charge(to, -files.size(), delta);
    tx.inodes()
        .update(
            file,
            file.toBuilder().sizeBytes(file.sizeBytes() + addedBytes).mtimeMs(tx.nowMs()).build());
    tx.touchParent(to);
    return true;
  }

  private void checkCall() {
    if (sources.isEmpty() || sources.size() > SOURCES_MAX) {
      throw refused("The number of sources must be 1 to 1000").with("sources", sources.size());
    }
    if (target.isRoot() || sources.stream().anyMatch(FsPath::isRoot)) {
      throw new NamespaceException(Code.IS_A_DIRECTORY, "The path is not a file").with("path", "/");
    }
  }

  private NamespaceException refused(String why) {
    return new NamespaceException(Code.INVALID_ARGUMENT, why).with("target", target);
  }

  private Inode checkedTarget(OperationTx tx, ResolvedPath to) {
    tx.permissions().traverse(to);
    Inode file = to.requireFile();
    tx.permissions().last(to, Access.WRITE);
    if (file.isUnderConstruction()) {
      throw refused("concat: the target file is under construction");
    }
    return file;
  }

  private List<Inode> checkedSources(OperationTx tx, Inode file, List<ResolvedPath> found) {
    List<Inode> files = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (ResolvedPath from : found) {
      tx.permissions().traverse(from);
      Inode source = from.requireFile();
      tx.permissions().last(from, Access.READ);
      tx.permissions().parent(from, Access.WRITE);
      if (source.parentId() != file.parentId()) {
        throw refused("Source file is not in the same directory with the target")
            .with("source", from.path());
      }
      if (source.id() == file.id()) {
        throw refused("concat: the src file is the same with the target file")
            .with("source", from.path());
      }
      checkContent(file, source, from.path());
      if (tx.snapshots().keeps(source)) {
        throw new NamespaceException(
                Code.SNAPSHOT, "Concat: the source file " + from.path() + " is in a snapshot")
            .with("path", from.path());
      }
      if (!seen.add(source.id())) {
        throw refused("concat: at least two of the source files are the same")
            .with("source", from.path());
      }
      files.add(source);
    }
    return files;
  }

  private static void checkBlocks(List<ResolvedPath> found) {
    List<FsPath> inDatabase =
        found.stream()
            .filter(each -> each.requireLast().inDatabase())
            .map(ResolvedPath::path)
            .toList();
    if (!inDatabase.isEmpty()) {
      throw FileContents.refusal(
          inDatabase, "Files whose bytes are in the database have no blocks to add");
    }
  }

  private void checkContent(Inode file, Inode source, FsPath path) {
    StripedFiles.refuse(file, target, "Concat of erasure-coded files is not supported");
    StripedFiles.refuse(source, path, "Concat of erasure-coded files is not supported");
    // A closed file without bytes has no blocks.
    if (source.isUnderConstruction() || source.sizeBytes() == 0) {
      throw refused("concat: source file is invalid or empty or underConstruction")
          .with("source", path);
    }
    if (source.blockSizeBytes() > file.blockSizeBytes()) {
      throw refused(
              "concat: source file has preferred block size greater than the target file's"
                  + " preferred block size")
          .with("source", path)
          .with("sourceBlockSizeBytes", source.blockSizeBytes())
          .with("targetBlockSizeBytes", file.blockSizeBytes());
    }
  }
}
