package io.warren.checker;

import io.warren.checker.Step.Kind;
import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.namespace.CallContext;
import io.warren.namespace.CreateMode;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.file.AbandonBlock;
import io.warren.namespace.file.AddBlock;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.AppendInDatabase;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.Complete;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.Concat;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.Fsync;
import io.warren.namespace.file.TakeIn;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.file.UpdateBlockForPipeline;
import io.warren.namespace.file.UpdatePipeline;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.RenewLease;
import io.warren.namespace.recovery.CommitBlockSynchronization;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.namespace.recovery.RecoverLease;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The writing clients of a run with their open files, the datanodes, and the leader's leases. */
final class Writers {
  private static final int MODE = 0644;
  private static final List<Integer> STORAGES = List.of(1, 2, 3);

  /** A writer's open file as the writer knows it. */
  private static final class Slot {
    final long fileId;
    final String path;
    final int caller;
    final @Nullable Coding striped;
    @Nullable BlockRef last;
    @Nullable BlockRef before;

    Slot(Inode file, String path, int caller) {
      this.fileId = file.id();
      this.striped = Coding.of(file.erasureCodingPolicy());
      this.path = path;
      this.caller = caller;
    }

    String holder() {
      return Callers.holder(caller);
    }

    /** Where a block goes, or each unit of a group. */
    List<Integer> storages() {
      Coding coding = striped;
      return coding == null ? STORAGES : Datanodes.storages(coding);
    }
  }

  private final Cluster cluster;
  private final Datanodes datanodes;
  private final Map<Integer, Slot> slots = new ConcurrentHashMap<>();
  private final BlockTurns turns = new BlockTurns();
  private final Map<Long, BlockRecovery> recoveries = new ConcurrentHashMap<>();
  private @Nullable LeaseMonitor monitor;
  private boolean keepSlots;

  Writers(Cluster cluster) {
    this.cluster = cluster;
    this.datanodes = new Datanodes(cluster);
  }

  /** The leader was replaced: what it had ordered is forgotten. */
  void forgetOrders() {
    monitor = null;
  }

  /** Runs a repeated call, whose answer the client has already. */
  String keepingSlots(Supplier<String> repeated) {
    keepSlots = true;
    try {
      return repeated.get();
    } finally {
      keepSlots = false;
    }
  }

  private <R> R run(Step step, Operation<R> operation, CallContext call) {
    return cluster.at(step.namenode()).run(operation, call);
  }

  String apply(Step step, CallContext call) {
    return switch (step.kind()) {
      case CREATE, CREATE_OVERWRITE, CREATE_ALONE -> create(step, call);
      case APPEND, APPEND_NEW_BLOCK -> append(step, call);
      case APPEND_SMALL -> appendSmall(step, call);
      case TAKE_IN -> text(takeIn(step));
      case TRUNCATE -> {
        FsPath path = FsPath.parse(step.path());
        String holder = Callers.holder(step.caller());
        yield text(run(step, new Truncate(path, step.number(), holder, Rules.FILES), call));
      }
      case CONCAT -> {
        FsPath source = FsPath.parse(step.other());
        List<FsPath> sources = Collections.nCopies((int) step.number(), source);
        yield text(run(step, new Concat(FsPath.parse(step.path()), sources), call));
      }
      case RENEW_LEASE -> text(run(step, new RenewLease(Callers.holder(step.caller())), call));
      case RECOVER_LEASE -> text(run(step, new RecoverLease(FsPath.parse(step.path())), call));
      case LEASE_TICK -> tick();
      case FINISH_RECOVERY -> finish(step, call);
      default -> write(step);
    };
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }

  private String create(Step step, CallContext call) {
    EntryStatus made =
        run(
            step,
            new Create(
                FsPath.parse(step.path()),
                CreateMode.of(MODE),
                Callers.holder(step.caller()),
                "127.0.0.1",
                step.kind() == Kind.CREATE_OVERWRITE,
                step.kind() != Kind.CREATE_ALONE,
                Rules.REPLICATION,
                Rules.BLOCK_BYTES,
                0,
                step.number() == Coding.REPLICATION,
                step.number() <= 0 ? null : Coding.name((int) step.number()),
                Rules.FILES),
            call);
    open(step, new Slot(made.inode(), step.path(), step.caller()));
    return "created";
  }

  private void open(Step step, Slot slot) {
    if (!keepSlots) {
      slots.put(step.slot(), slot);
    }
  }

  private String append(Step step, CallContext call) {
    boolean newBlock = step.kind() == Kind.APPEND_NEW_BLOCK;
    Append append =
        new Append(
            FsPath.parse(step.path()),
            Callers.holder(step.caller()),
            "127.0.0.1",
            newBlock,
            Rules.FILES);
    Append.Answer answer = run(step, append, call);
    Slot slot = new Slot(answer.status().inode(), step.path(), step.caller());
    FileBlock reopened = answer.reopened();
    if (reopened != null) {
      slot.last = ref(reopened.block());
    } else if (newBlock) {
      Block last = datanodes.lastBlock(slot.fileId);
      slot.last = last == null ? null : ref(last);
    }
    open(step, slot);
    return reopened != null ? "reopened" : "opened";
  }

  private String appendSmall(Step step, CallContext call) {
    String holder = Callers.holder(step.caller());
    FsPath path = FsPath.parse(step.path());
    AppendInDatabase append = new AppendInDatabase(path, holder, "127.0.0.1", Rules.FILES);
    AppendInDatabase.Answer answer = run(step, append, call);
    open(step, new Slot(answer.status().inode(), step.path(), step.caller()));
    return "opened " + answer.bytes().length;
  }

  private boolean takeIn(Step step) {
    Inode file = datanodes.inode(cluster.at(step.namenode()), step.path());
    Block last = file == null ? null : datanodes.lastBlock(file.id());
    if (file == null || last == null || last.lengthBytes() > FileContents.MAX_BYTES) {
      return false;
    }
    TakeIn takeIn = new TakeIn(file.id(), ref(last), small(last.lengthBytes()), Rules.FILES);
    return run(step, takeIn, Callers.context(Callers.SUPERUSER));
  }

  /** Every file has the beginning of the same bytes. */
  static byte[] small(long length) {
    byte[] bytes = new byte[Math.toIntExact(length)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 >> 3);
    }
    return bytes;
  }

  private static BlockRef ref(Block block) {
    return new BlockRef(block.blockId(), block.generationStamp(), block.lengthBytes());
  }

  private String write(Step step) {
    Slot slot = slots.get(step.slot());
    if (slot == null) {
      return "skipped";
    }
    boolean adds = step.kind() == Kind.ADD_BLOCK || step.kind() == Kind.ADD_BLOCK_UNREPORTED;
    try (BlockTurns.Turn turn =
        adds ? turns.toAdd(slot.fileId) : turns.forAnythingElse(slot.fileId)) {
      return write(step, slot);
    } catch (InterruptedException e) {
      throw new IllegalStateException("The history is over", e);
    }
  }

  private String write(Step step, Slot slot) {
    CallContext call = Callers.context(slot.caller);
    FsPath path = FsPath.parse(slot.path);
    return switch (step.kind()) {
      case ADD_BLOCK, ADD_BLOCK_UNREPORTED -> addBlock(step, slot, call);
      case REPORT -> report(slot, step.number()) ? "reported" : "ignored";
      case COMPLETE -> {
        Complete complete = new Complete(path, slot.fileId, slot.holder(), slot.last, Rules.FILES);
        yield text(run(step, complete, call));
      }
      case COMPLETE_SMALL -> {
        byte[] bytes = small(step.number());
        yield text(
            run(
                step,
                new CompleteInDatabase(path, slot.fileId, slot.holder(), bytes, Rules.FILES),
                call));
      }
      case ABANDON -> abandon(step, slot, call);
      case FSYNC -> {
        BlockRef last = slot.last;
        long bytes = last == null ? 0 : Math.min(step.number(), last.lengthBytes());
        yield text(run(step, new Fsync(path, slot.fileId, slot.holder(), bytes), call));
      }
      case NEW_PIPELINE -> newPipeline(step, slot, call);
      default -> throw new IllegalArgumentException("No file operation: " + step);
    };
  }

  private String addBlock(Step step, Slot slot, CallContext call) {
    AddBlock add =
        new AddBlock(
            FsPath.parse(slot.path),
            slot.fileId,
            slot.holder(),
            slot.last,
            slot.storages(),
            Rules.FILES);
    Block lastBefore = datanodes.lastBlock(slot.fileId);
    FileBlock added = run(step, add, call);
    Block block = added.block();
    slot.before = slot.last;
    long bytes = written(step, slot.striped);
    slot.last = new BlockRef(block.blockId(), block.generationStamp(), bytes);
    boolean reports = step.kind() == Kind.ADD_BLOCK;
    boolean wasThere = lastBefore != null && lastBefore.blockId() == block.blockId();
    Runnable report =
        () -> {
          if (reports) {
            report(slot, BlockModel.ALL_UNITS);
          }
        };
    boolean known = turns.isKnown(slot.fileId, block.blockId(), wasThere, report);
    return known ? "same block" : "block";
  }

  /** Number bytes for each data unit of a group. */
  private static long written(Step step, @Nullable Coding striped) {
    return step.number() * (striped == null ? 1 : striped.dataUnits());
  }

  private boolean report(Slot slot, long units) {
    return datanodes.report(slot.fileId, slot.last, slot.striped, units);
  }

  private String abandon(Step step, Slot slot, CallContext call) {
    BlockRef last = slot.last;
    if (last == null) {
      return "skipped";
    }
    Block present = datanodes.isInTree(slot.fileId) ? datanodes.lastBlock(slot.fileId) : null;
    boolean same = present != null && present.blockId() == last.blockId();
    if (present != null && same && present.lengthBytes() > 0) {
      return "kept";
    }
    FsPath path = FsPath.parse(slot.path);
    boolean done =
        run(step, new AbandonBlock(path, slot.fileId, slot.holder(), last.blockId()), call);
    if (done) {
      slot.last = slot.before;
      slot.before = null;
    }
    return text(done);
  }

  private String newPipeline(Step step, Slot slot, CallContext call) {
    BlockRef last = slot.last;
    if (last == null) {
      return "skipped";
    }
    UpdateBlockForPipeline.Answer stamped =
        run(step, new UpdateBlockForPipeline(last.blockId(), slot.holder()), call);
    BlockRef after = new BlockRef(last.blockId(), stamped.newGenerationStamp(), last.lengthBytes());
    boolean done =
        run(
            step,
            new UpdatePipeline(slot.holder(), last, after, slot.storages()),
            cluster.newCall(call));
    slot.last = after;
    return text(done);
  }

  private String tick() {
    LeaseMonitor present = monitor;
    if (present == null) {
      present =
          new LeaseMonitor(
              cluster.at(0).namespace(),
              Rules.FILES,
              Rules.RECOVERY_TIMEOUT_MS,
              tx -> {},
              recovery -> {
                recoveries.put(recovery.inodeId(), recovery);
                return true;
              });
      monitor = present;
    }
    return present.tick() + " closed";
  }

  private String finish(Step step, CallContext call) {
    Inode file = datanodes.inode(cluster.at(step.namenode()), step.path());
    BlockRecovery recovery = file == null ? null : recoveries.remove(file.id());
    if (file == null || recovery == null) {
      return "skipped";
    }
    Coding striped = Coding.of(file.erasureCodingPolicy());
    long bytes =
        recovery.truncates()
            ? recovery.lengthBytes()
            : Math.max(written(step, striped), recovery.lengthBytes());
    boolean noData = bytes == 0;
    List<Integer> storages = striped == null ? List.of(1) : Datanodes.storages(striped, bytes);
    CommitBlockSynchronization commit =
        new CommitBlockSynchronization(
            recovery.blockId(),
            recovery.recoveryId(),
            bytes,
            true,
            noData,
            noData ? List.of() : storages);
    return text(run(step, commit, call));
  }
}
