package io.warren.migrate.export;

import io.warren.migrate.export.History.Moment;
import io.warren.migrate.export.History.Stay;
import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.namespace.file.FormerBlocks;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DiffEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Writes what files were when snapshots were taken, with their blocks. Used by one thread. */
final class FormerFiles {
  private static final TxOptions READ = TxOptions.read("export_former_blocks");

  /** Hears what is written of a file. */
  interface Listener {
    /** Of a state that a snapshot shows; whether its blocks have all of its bytes. */
    void wrote(Inode row, long number, boolean whole) throws IOException;
  }

  private final TransactionRunner runner;
  private final BlockCursor cursor;
  private final StoredTree tree;
  private final InodeMessages messages;

  FormerFiles(
      TransactionRunner runner, BlockCursor cursor, StoredTree tree, InodeMessages messages) {
    this.runner = runner;
    this.cursor = cursor;
    this.tree = tree;
    this.messages = messages;
  }

  /**
   * The blocks that a file had, with their own lengths: the last one may reach beyond the file's
   * end.
   *
   * @param number of the snapshot; {@link Stay#NEVER} for what the file has now
   */
  List<Block> blocks(Inode row, long number) {
    List<Block> present = cursor.of(row.id());
    return number == Stay.NEVER ? present : reaching(before(present, former(row), number), row);
  }

  private FormerBlocks former(Inode row) {
    return runner.run(READ, tx -> FormerBlocks.read(tx, row.id()));
  }

  private static List<Block> before(List<Block> present, FormerBlocks former, long number) {
    List<Block> all = new ArrayList<>(present);
    for (FormerBlocks.Part part : former.parts()) {
      List<Block> kept = part.blocks().all();
      if (part.snapshotId() >= number && !kept.isEmpty()) {
        all.removeIf(block -> block.index() >= kept.get(0).index());
        all.addAll(kept);
      }
    }
    return all;
  }

  /** Without those that begin behind the file's end. */
  private static List<Block> reaching(List<Block> blocks, Inode row) {
    List<Block> reaching = new ArrayList<>();
    long offset = 0;
    for (Block block : blocks) {
      if (offset < row.sizeBytes()) {
        reaching.add(block);
      }
      offset = plus(offset, block);
    }
    return reaching;
  }

  /** How many bytes blocks have; the greatest number when an HDFS told of greater ones. */
  static long bytes(List<Block> blocks) {
    long bytes = 0;
    for (Block block : blocks) {
      bytes = plus(bytes, block);
    }
    return bytes;
  }

  /** A NameNode says of blocks that it has freed that they are endless, in its images, too. */
  private static long plus(long bytes, Block block) {
    return block.lengthBytes() > Long.MAX_VALUE - bytes
        ? Long.MAX_VALUE
        : bytes + block.lengthBytes();
  }

  /**
   * Writes what a file was, the newest state first.
   *
   * @param blocks that the image has with the file itself
   * @return how many states were written
   */
  int write(History history, List<Block> blocks, Listener listener, OutputStream out)
      throws IOException {
    List<Moment> moments = new ArrayList<>(history.moments());
    Moment last = history.lastMoment();
    boolean changed = moments.size() > 1 || history.isMoved();
    // A NameNode notes what a file was when it deletes one that became another one before.
    if (history.inTree() || !(changed || bytes(blocks) != last.row().sizeBytes())) {
      moments.remove(moments.size() - 1);
    }
    if (moments.isEmpty()) {
      return 0;
    }
    DiffEntry.newBuilder()
        .setType(DiffEntry.Type.FILEDIFF)
        .setInodeId(last.row().id())
        .setNumOfDiff(moments.size())
        .build()
        .writeDelimitedTo(out);
    List<Block> present = cursor.of(last.row().id());
    FormerBlocks former = former(last.row());
    List<Block> later = blocks;
    for (int i = moments.size() - 1; i >= 0; i--) {
      Inode row = moments.get(i).row();
      long number = moments.get(i).numbers().last();
      List<Block> then = reaching(before(present, former, number), row);
      FileDiff.Builder diff =
          FileDiff.newBuilder()
              .setSnapshotId(InodeMessages.imageNumber(number))
              .setFileSize(Math.min(row.sizeBytes(), bytes(then)))
              .setName(ByteString.copyFrom(row.name().bytes()))
              .setSnapshotCopy(messages.file(tree.former(row), List.of()));
      boolean striped = row.striping() != null;
      if (!striped && (!begins(later, then) || endsStay(history, number))) {
        then.forEach(block -> diff.addBlocks(InodeMessages.block(block)));
        later = then;
      }
      diff.build().writeDelimitedTo(out);
      listener.wrote(row, number, bytes(then) >= row.sizeBytes() && begins(later, then));
    }
    return moments.size();
  }

  /** Whether a list of blocks begins with others. */
  private static boolean begins(List<Block> blocks, List<Block> others) {
    if (others.size() > blocks.size()) {
      return false;
    }
    for (int i = 0; i < others.size(); i++) {
      if (blocks.get(i).blockId() != others.get(i).blockId()) {
        return false;
      }
    }
    return true;
  }

  /** A NameNode notes the blocks of a file that is renamed. */
  private static boolean endsStay(History history, long number) {
    return history.stays().stream()
        .anyMatch(stay -> stay.last() == number && !history.isLast(stay));
  }
}
