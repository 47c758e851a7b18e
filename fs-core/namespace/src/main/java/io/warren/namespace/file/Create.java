package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Striping;
import io.warren.namespace.CallContext;
import io.warren.namespace.CreateMode;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.acl.Inheritance;
import io.warren.namespace.file.LeaseConflict.Attempt;
import io.warren.namespace.file.LeaseConflict.WriterSilent;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.rights.Access;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes an empty file and opens it for writing. At most once: a repetition of the same call gets
 * the file that the first one made.
 *
 * @param holder name of the client's lease
 * @param clientMachine where the writer runs, for placing replicas; may be empty
 * @param overwrite whether an existing file is deleted first
 * @param createParent whether missing parents are made
 * @param storagePolicy id of a stock HDFS storage policy, 0 for the parent's
 * @param replicated whether the file is replicated even where erasure coding is set
 * @param erasureCoding name of an enabled erasure-coding policy; null or empty for the parent's
 */
public record Create(
    FsPath path,
    CreateMode mode,
    String holder,
    String clientMachine,
    boolean overwrite,
    boolean createParent,
    int replication,
    long blockSizeBytes,
    int storagePolicy,
    boolean replicated,
    @Nullable String erasureCoding,
    FileSettings settings)
    implements InodeOperation<EntryStatus> {
  /**
   * Where the file comes to be.
   *
   * @param locked the path as it was read once its deepest directory was locked: what was read
   *     before that may be of before a change of policy that other calls have seen already
   */
  private record Place(Inode parent, ResolvedPath locked) {}

  /** By a client that says only what is left of the mode by its umask. */
  public Create(
      FsPath path,
      int mode,
      String holder,
      String clientMachine,
      boolean overwrite,
      boolean createParent,
      int replication,
      long blockSizeBytes,
      int storagePolicy,
      FileSettings settings) {
    this(
        path,
        CreateMode.of(mode),
        holder,
        clientMachine,
        overwrite,
        createParent,
        replication,
        blockSizeBytes,
        storagePolicy,
        false,
        null,
        settings);
  }

  @Override
  public String name() {
    return "create";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public boolean atMostOnce() {
    return true;
  }

  @Override
  public Committed<EntryStatus> perform(Namespace namespace, CallContext call) {
    try {
      return InodeOperation.super.perform(namespace, call);
    } catch (WriterSilent e) {
      ReleaseLease.Outcome outcome = namespace.run(e.release(), call);
      boolean recovering =
          outcome.state() == ReleaseLease.State.RECOVERING
              || outcome.state() == ReleaseLease.State.WAITING_FOR_REPLICAS;
      if (recovering) {
        throw LeaseConflict.recovering(Attempt.CREATE_FILE, path, holder, call);
      }
      throw exists("The file exists already");
    }
  }

  @Override
  public EntryStatus execute(OperationTx tx) {
    checkLimits();
    AtomicReference<ReadBatch.@Nullable Row<Lease>> leaseRow = new AtomicReference<>();
    ResolvedPath found =
        tx.lockToAdd(
            PathLock.parentAndLast(path), batch -> leaseRow.set(batch.get(Tables.LEASES, holder)));
    tx.permissions().traverseToMake(found);
    Inode existing = found.last();
    Place place;
    if (existing != null) {
      place = new Place(found.requireParent(), found);
      replace(tx, found, existing);
    } else {
      path.requireCreatable();
      place = existingParent(tx, found);
    }
    Inode parent = place.parent();
    Inode file =
        NewInodes.file(
            tx,
            parent,
            path.last(),
            replication,
            blockSizeBytes,
            storagePolicy,
            holder,
            clientMachine);
    Inode added = Inheritance.from(tx, parent).insert(tx, coded(tx, place.locked(), file), mode);
    ReadBatch.Row<Lease> row = leaseRow.get();
    Leases.open(tx, holder, added.id(), row == null ? null : row.get());
    return tx.status(place.locked(), added, 0);
  }

  /** The file as it is stored below these directories: its erasure coding is fixed now. */
  private Inode coded(OperationTx tx, ResolvedPath found, Inode file) {
    if (replicated) {
      return file;
    }
    String named = erasureCoding;
    int policyId =
        named == null || named.isEmpty()
            ? EffectivePolicies.of(found.ancestors()).erasureCoding()
            : ErasureCodingPolicies.read(tx.store()).enabledId(named);
    if (policyId <= 0) {
      return file;
    }
    Striping striping = Striping.of(policyId);
    if (striping == null) {
      throw new NamespaceException(
              Code.UNSUPPORTED,
              "Files can be written with the built-in erasure coding policies only: create the"
                  + " file with replication, or set another policy on the directory")
          .with("path", path)
          .with("erasureCodingPolicyId", policyId);
    }
    StripedFiles.checkBlockSize(striping, path, blockSizeBytes);
    return file.toBuilder().replication(1).erasureCodingPolicy(policyId).build();
  }

  private void checkLimits() {
    if (path.isRoot()) {
      throw exists("The path is a directory");
    }
    if (replicated && erasureCoding != null && !erasureCoding.isEmpty()) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT,
              "SHOULD_REPLICATE flag and ecPolicyName are exclusive parameters.")
          .with("path", path)
          .with("erasureCodingPolicy", erasureCoding);
    }
    if (replication < settings.replicationMin() || replication > settings.replicationMax()) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The replication factor is out of its limits")
          .with("path", path)
          .with("replication", replication)
          .with("replicationMin", settings.replicationMin())
          .with("replicationMax", settings.replicationMax());
    }
    if (blockSizeBytes < Math.max(1, settings.blockSizeMinBytes())) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The block size is less than the configured minimum")
          .with("path", path)
          .with("blockSizeBytes", blockSizeBytes)
          .with("blockSizeMinBytes", settings.blockSizeMinBytes());
    }
  }

  private NamespaceException exists(String why) {
    return new NamespaceException(Code.ALREADY_EXISTS, why)
        .with("path", path)
        .with("holder", holder);
  }

  /** Deletes the existing file, if the call may. */
  private void replace(OperationTx tx, ResolvedPath found, Inode existing) {
    if (existing.isDirectory()) {
      throw exists("The path is a directory");
    }
    tx.permissions().parent(found, Access.WRITE);
    if (!overwrite) {
      LeaseConflict.check(
          tx, Attempt.CREATE_FILE, path, existing, holder, settings.leaseSoftLimitMs());
      throw exists("The file exists already");
    }
    tx.permissions().last(found, Access.WRITE);
    tx.permissions().sticky(found);
    PolicySpace charged = FileRemoval.charged(tx.store(), existing);
    FileRemoval.remove(tx, existing);
    tx.quota().chargeUnchecked(found, -1, charged.negated());
    tx.quota().charge(found, 1, PolicySpace.NONE);
    tx.touchParent(found);
  }

  /** The parent, which is made with its own parents when it is missing and the call may. */
  private Place existingParent(OperationTx tx, ResolvedPath found) {
    tx.permissions().deepestExisting(found, Access.WRITE);
    if (found.existingDepth() == path.depth() - 1) {
      tx.quota().charge(found, 1, PolicySpace.NONE);
      tx.touchParent(found);
      return new Place(found.requireParent(), found);
    }
    if (!createParent) {
      return new Place(found.requireParent(), found);
    }
    ResolvedPath deepest = tx.lock(PathLock.deepest(path));
    int depth = deepest.existingDepth();
    if (depth != found.existingDepth()) {
      // Another call made a part of the path, or a file in its place, before the lock was granted.
      throw tx.restart();
    }
    tx.permissions().traverseToMake(deepest);
    tx.permissions().deepestExisting(deepest, Access.WRITE);
    Inode parent = deepest.at(depth);
    tx.quota().charge(deepest, path.depth() - depth, PolicySpace.NONE);
    tx.touchDirectory(parent);
    Inheritance inheritance = Inheritance.from(tx, parent);
    for (; depth < path.depth() - 1; depth++) {
      Inode made = NewInodes.parentOfFile(tx, parent, path.components().get(depth), depth + 1);
      parent = inheritance.insert(tx, made, mode.onTheWay());
    }
    return new Place(parent, deepest);
  }

  @Override
  public byte[] encode(EntryStatus result) {
    return ByteBuffer.allocate(Long.BYTES).putLong(result.inode().id()).array();
  }

  @Override
  public EntryStatus decode(byte @Nullable [] payload, OperationTx tx) {
    long inodeId = payload == null ? 0 : ByteBuffer.wrap(payload).getLong();
    return OpenedBefore.find(tx, inodeId, path);
  }
}
