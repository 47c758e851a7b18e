package io.warren.migrate.rehearse;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.Striping;
import io.warren.store.InodeRows;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All blocks of a store in the order of their ids, in {@link #BYTES_PER_BLOCK} bytes of memory
 * each: what their copies should be, and how many were found. Of a group of coded blocks each
 * internal block has one copy, and what is counted is which of them were found. Not thread-safe.
 */
final class KnownBlocks {
  /** Id, stamp and length; copies wanted and found; the erasure-coding policy. */
  static final int BYTES_PER_BLOCK = 3 * Long.BYTES + 2 * Short.BYTES + Byte.BYTES;

  private static final int PART_BITS = 16;
  private static final int PART = 1 << PART_BITS;
  private static final int PAGE_ROWS = 1_000;
  private static final TxOptions READ = TxOptions.read("rehearsal_blocks");

  /** Of a block whose file nobody has any more. */
  private static final short NOBODYS = 0;

  /** Wanted copies of a block that is being written are negative. */
  private record Part(
      long[] ids, long[] stamps, long[] lengths, short[] wanted, short[] found, byte[] codings) {
    Part() {
      this(
          new long[PART],
          new long[PART],
          new long[PART],
          new short[PART],
          new short[PART],
          new byte[PART]);
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private long size;
  private long newestBlockId = Long.MAX_VALUE;
  private long newestGroupId = Long.MAX_VALUE;

  private KnownBlocks() {}

  /**
   * Reads all of them.
   *
   * @param progress hears how many were read, now and then
   * @throws RehearsalException when rows do not fit together
   */
  static KnownBlocks of(TransactionRunner runner, LongConsumer progress) {
    KnownBlocks all = new KnownBlocks();
    all.readIds(runner);
    all.readBlocks(runner, progress);
    return all;
  }

  private void readIds(TransactionRunner runner) {
    Long after = null;
    List<BlockLookup> page;
    do {
      Long before = after;
      page =
          runner.run(
              READ, tx -> tx.scan(Scan.prefix(Tables.BLOCK_LOOKUP, PAGE_ROWS).after(before)));
      for (BlockLookup row : page) {
        add(row.blockId());
        after = row.blockId();
      }
    } while (page.size() == PAGE_ROWS);
  }

  private void add(long blockId) {
    if (BlockIds.isStriped(blockId)) {
      newestGroupId = blockId;
    } else {
      newestBlockId = blockId;
    }
    if ((size & (PART - 1)) == 0) {
      parts.add(new Part());
    }
    parts.get(parts.size() - 1).ids()[(int) (size & (PART - 1))] = blockId;
    size++;
  }

  private void readBlocks(TransactionRunner runner, LongConsumer progress) {
    record Page(List<Block> blocks, List<Short> wanted) {}
    BlockKey after = null;
    long read = 0;
    Page page;
    do {
      BlockKey before = after;
      page =
          runner.run(
              READ,
              tx -> {
                List<Block> rows = tx.scan(Scan.prefix(Tables.BLOCKS, PAGE_ROWS).after(before));
                List<Short> wanted = new ArrayList<>(rows.size());
                long fileId = 0;
                short of = NOBODYS;
                for (Block row : rows) {
                  if (row.inodeId() != fileId) {
                    fileId = row.inodeId();
                    of = wanted(InodeRows.find(tx, fileId));
                  }
                  wanted.add(of);
                }
                return new Page(rows, wanted);
              });
      for (int i = 0; i < page.blocks().size(); i++) {
        Block block = page.blocks().get(i);
        note(block, page.wanted().get(i));
        after = block.key();
      }
      read += page.blocks().size();
      if (!page.blocks().isEmpty()) {
        progress.accept(read);
      }
    } while (page.blocks().size() == PAGE_ROWS);
  }

  private static short wanted(@Nullable Inode file) {
    return file == null ? NOBODYS : (short) Math.max(1, file.replication());
  }

  private void note(Block block, short wanted) {
    long at = indexOf(block.blockId());
    if (at < 0) {
      throw new RehearsalException("A block has no row that leads from its id to its file")
          .with("blockId", block.blockId());
    }
    Part part = part(at);
    int i = within(at);
    part.stamps()[i] = block.generationStamp();
    part.lengths()[i] = block.lengthBytes();
    Striping striping = block.striping();
    int copies = wanted == NOBODYS || striping == null ? wanted : units(striping, block);
    part.wanted()[i] = (short) (block.state() == BlockState.COMPLETE ? copies : -copies);
    part.codings()[i] = (byte) (striping == null ? 0 : striping.policyId());
  }

  private static int units(Striping striping, Block group) {
    return Math.max(1, striping.storedUnits(group.lengthBytes()));
  }

  long size() {
    return size;
  }

  long id(long at) {
    return part(at).ids()[within(at)];
  }

  long stamp(long at) {
    return part(at).stamps()[within(at)];
  }

  long lengthBytes(long at) {
    return part(at).lengths()[within(at)];
  }

  /** How many copies its file is to have; 0 for a block without a file. */
  int wanted(long at) {
    return Math.abs(part(at).wanted()[within(at)]);
  }

  /** Whether it is being written, so that its row does not say what its copies are. */
  boolean isOpen(long at) {
    return part(at).wanted()[within(at)] < 0;
  }

  /** How a group is striped; null for any other block. */
  @Nullable Striping striping(long at) {
    return Striping.of(part(at).codings()[within(at)]);
  }

  /** Copies of a block, or internal blocks of a group. */
  int found(long at) {
    short found = part(at).found()[within(at)];
    return striping(at) == null ? found : Integer.bitCount(found);
  }

  void addFound(long at, FoundReplica replica) {
    short[] found = part(at).found();
    int i = within(at);
    if (striping(at) == null) {
      found[i] = (short) Math.min(Short.MAX_VALUE, found[i] + replica.copies());
    } else if (replica.isWholeGroup()) {
      found[i] |= (short) ((1 << replica.copies()) - 1);
    } else {
      found[i] |= (short) (1 << BlockIds.unit(replica.blockId()));
    }
  }

  /** Whether an id was given after those that the store has: they are given in order. */
  boolean isNewer(long blockId) {
    return BlockIds.isStriped(blockId)
        ? BlockIds.owner(blockId) > newestGroupId
        : blockId > newestBlockId;
  }

  /**
   * The place of a block by its id, of a group by that of an internal block, too; negative when the
   * store has none of that id.
   */
  long indexOf(long replicaId) {
    long blockId = BlockIds.owner(replicaId);
    long low = 0;
    long high = size - 1;
    while (low <= high) {
      long middle = (low + high) >>> 1;
      long id = id(middle);
      if (id < blockId) {
        low = middle + 1;
      } else if (id > blockId) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -1;
  }

  private Part part(long at) {
    return parts.get((int) (at >>> PART_BITS));
  }

  private static int within(long at) {
    return (int) (at & (PART - 1));
  }
}
