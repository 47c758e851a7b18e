package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.namespace.HintCache.Hint;
import io.warren.namespace.view.DirectoryViews;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operation: its store transaction and everything operations share. Paths are
 * locked or resolved first, then the operation decides and writes through {@link #inodes()} (inode
 * rows), {@link #quota()} (usage) and {@link #store()} (every other table).
 */
public final class OperationTx {
  private final Namespace namespace;
  private final Tx store;
  private final CallContext call;
  private final Identity identity;
  private final long nowMs;
  private final RetryProbe probe;
  private final MembershipProbe membership;
  private final SnapshotScopes snapshots;
  private final InodeChanges inodes;
  private final Reading reading;
  private final QuotaCharges quota;
  private final PermissionChecker permissions;
  private final Set<InodeKey> exclusive = new HashSet<>();
  private final long viewsBegun;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private @Nullable HintChain lookedUp;
  private long ownSubtreeLockId;
  private long viewsChanged = DirectoryViews.UNKNOWN;

  OperationTx(
      Namespace namespace,
      Tx store,
      CallContext call,
      Identity identity,
      @Nullable RetryKey retryKey,
      long memberId) {
    this.namespace = namespace;
    this.store = store;
    this.call = call;
    this.identity = identity;
    this.nowMs = namespace.clock().millis();
    this.viewsBegun = namespace.directoryViews().version();
    this.probe = new RetryProbe(retryKey);
    this.membership = new MembershipProbe(memberId);
    this.snapshots = new SnapshotScopes(store, namespace.liveSnapshots());
    this.inodes = new InodeChanges(store, namespace.ids(), namespace.principals(), snapshots);
    this.reading = new Reading(store, inodes::wrote);
    this.quota = new QuotaCharges(store, namespace.ids());
    this.permissions = new PermissionChecker(store, namespace.principals(), identity);
  }

  public Tx store() {
    return store;
  }

  public CallContext call() {
    return call;
  }

  public Identity identity() {
    return identity;
  }

  /** The time of this attempt, the same for everything it writes. */
  public long nowMs() {
    return nowMs;
  }

  public Namespace namespace() {
    return namespace;
  }

  public IdAllocator ids() {
    return namespace.ids();
  }

  public PermissionChecker permissions() {
    return permissions;
  }

  public InodeChanges inodes() {
    return inodes;
  }

  /** Which snapshots may hold what this attempt changes. */
  public SnapshotScopes snapshots() {
    return snapshots;
  }

  public QuotaCharges quota() {
    return quota;
  }

  /** Lets this attempt pass the subtree lock that its own operation holds. */
  public void passSubtreeLock(long inodeId) {
    ownSubtreeLockId = inodeId;
  }

  /** The present path of an inode, read committed; null when it is not in the tree. */
  public @Nullable FsPath pathOf(long inodeId) {
    Inode row = InodeRows.find(store, inodeId);
    ResolvedPath found = row == null ? null : locate(row);
    return found == null ? null : found.path();
  }

  /** The present path of a row and the rows above it; null when it is not in the tree. */
  public @Nullable ResolvedPath locate(Inode row) {
    return namespace.inodeLocator().pathOf(reading, row, batch -> {});
  }

  /**
   * The rows of a path, read committed, without locks; a reader passes subtree locks. A path into a
   * snapshot gives rows as of then.
   */
  public ResolvedPath resolve(FsPath path) {
    return resolve(path, batch -> {});
  }

  /** As {@link #resolve(FsPath)}; the caller's reads travel with the first batch. */
  public ResolvedPath resolve(FsPath path, Consumer<ReadBatch> alongside) {
    if (SnapshotPath.isOne(path)) {
      ReadBatch batch = store.batch();
      probing(alongside).accept(batch);
      batch.execute();
      checkProbes();
      return SnapshotView.resolve(this, path).path();
    }
    HintChain chain = namespace.resolver().chain(path);
    lookedUp = chain;
    ResolvedPath found = namespace.resolver().resolveAlone(reading, chain, probing(alongside));
    lookedUp = null;
    checkProbes();
    return found;
  }

  /** A resolved path and, when it is a directory, a page of its children. */
  public record Listed(ResolvedPath path, Children.Page page) {}

  /**
   * As {@link #resolve} with a page of the directory's children, in the same batch when the hints
   * are right.
   */
  public Listed resolveWithChildren(FsPath path, @Nullable Name after, int limit) {
    HintChain chain = namespace.resolver().chain(path);
    Hint guess = chain.directory();
    // What is settled must be so before the scan is sent.
    LockMode mode = guess == null ? LockMode.SETTLED : namespace.hints().scanMode(guess);
    AtomicReference<Children.@Nullable Pending> guessed = new AtomicReference<>();
    Consumer<ReadBatch> alongside =
        batch -> {
          if (guess != null) {
            guessed.set(Children.add(batch, guess.id(), guess.children(), mode, after, limit));
          }
        };
    ResolvedPath found = namespace.resolver().resolveAlone(reading, chain, alongside);
    Inode last = found.last();
    if (last == null || !last.isDirectory()) {
      return new Listed(found, new Children.Page(List.of(), true));
    }
    Children.Pending pending = guessed.get();
    boolean guessWasRight = guess != null && guess.hasChildrenOf(last);
    Children.Page guessedPage = pending != null && guessWasRight ? pending.page() : null;
    return new Listed(found, new StableChildren(this).page(last, guessedPage, after, limit));
  }

  /**
   * A page of children as of one moment.
   *
   * @param directory its row as read before in this transaction
   */
  public Children.Page children(Inode directory, @Nullable Name after, int limit) {
    return new StableChildren(this).page(directory, null, after, limit);
  }

  /** Refuses an inode that is under a subtree lock of another operation. */
  public void requireNoSubtreeLock(FsPath path, Inode inode) {
    if (inode.subtreeLockOwner() != 0 && inode.id() != ownSubtreeLockId) {
      SubtreeLocks.refuse(path, inode, namespace);
    }
  }

  /** Whether the hints say that a path is a directory; only a guess. */
  public boolean looksLikeDirectory(FsPath path) {
    return path.isRoot() || namespace.resolver().guessDirectory(path) != null;
  }

  /** Starts the operation over: its guesses were wrong, and the hints are right now. */
  public RuntimeException restart() {
    return new StalePathException();
  }

  /**
   * What the path's inode was when it was last seen, null when unknown: a guess of what to read
   * alongside the path, to be compared with the row.
   */
  public @Nullable InodeGuess guess(FsPath path) {
    HintChain known = lookedUp;
    Hint hint =
        known != null && known.path().equals(path)
            ? known.last()
            : namespace.resolver().hintOf(path);
    return hint == null ? null : new InodeGuess(hint.id(), hint.inDatabase(), hint.contentsBytes());
  }

  private void addProbes(ReadBatch batch) {
    probe.addTo(batch);
    membership.addTo(batch);
  }

  /** A repeated call is answered even by a namenode that may write nothing any more. */
  private void checkProbes() {
    probe.check();
    membership.check();
  }

  /**
   * For operations that lock no path: answers a call that was executed before, and refuses to write
   * for a namenode that was declared dead.
   */
  public void checkRetry() {
    ReadBatch batch = store.batch();
    addProbes(batch);
    batch.execute();
    checkProbes();
  }

  private Consumer<ReadBatch> probing(Consumer<ReadBatch> alongside) {
    return batch -> {
      addProbes(batch);
      alongside.accept(batch);
    };
  }

  /** Locks one path, see {@link PathLock}; refused when a subtree operation runs there. */
  public ResolvedPath lock(PathLock lock) {
    return lock(List.of(lock)).get(0);
  }

  /** Locks paths together, in the order that every operation keeps. */
  public List<ResolvedPath> lock(List<PathLock> locks) {
    return lock(locks, batch -> {});
  }

  /**
   * As {@link #lock(PathLock)}, for an operation that adds names below directories with a quota:
   * what they use is read along with the path.
   */
  public ResolvedPath lockToAdd(PathLock lock, Consumer<ReadBatch> alongside) {
    HintChain chain = namespace.resolver().chain(lock.path());
    List<Long> quotas = chain.quotas();
    Consumer<ReadBatch> reads =
        batch -> {
          quota.readAhead(batch, quotas);
          alongside.accept(batch);
        };
    return lock(List.of(lock), List.of(chain), reads).get(0);
  }

  /** As {@link #lock(List)}; the caller's reads travel with the batch that reads the paths. */
  public List<ResolvedPath> lock(List<PathLock> locks, Consumer<ReadBatch> alongside) {
    List<HintChain> chains =
        locks.stream().map(lock -> namespace.resolver().chain(lock.path())).toList();
    return lock(locks, chains, alongside);
  }

  private List<ResolvedPath> lock(
      List<PathLock> locks, List<HintChain> chains, Consumer<ReadBatch> alongside) {
    locks.forEach(lock -> SnapshotPath.refuseChange(lock.path()));
    List<ResolvedPath> found =
        namespace.locker().lock(reading, locks, chains, nowMs, exclusive, probing(alongside));
    checkProbes();
    found.forEach(path -> SubtreeLocks.check(path, namespace, ownSubtreeLockId));
    for (int i = 0; i < locks.size(); i++) {
      PathLock.Scope scope = locks.get(i).scope();
      if (scope != PathLock.Scope.NONE && scope != PathLock.Scope.LAST_SHARED) {
        snapshots.note(found.get(i).rows());
      }
    }
    return found;
  }

  /**
   * Locks an inode by its id wherever it is now.
   *
   * @return its present path and rows, or null when no such inode is in the tree
   */
  public @Nullable ResolvedPath lockById(long inodeId, LockMode mode) {
    ResolvedPath found =
        namespace.inodeLocator().lock(reading, inodeId, mode, exclusive, this::addProbes);
    checkProbes();
    if (found != null) {
      SubtreeLocks.check(found, namespace, ownSubtreeLockId);
      if (mode == LockMode.EXCLUSIVE) {
        snapshots.note(found.rows());
      }
    }
    return found;
  }

  /**
   * Finds an inode by its id wherever it is now, read committed; a reader passes subtree locks.
   *
   * @return its present path and rows, or null when no such inode is in the tree
   */
  public @Nullable ResolvedPath findById(long inodeId) {
    LockMode unlocked = LockMode.READ_COMMITTED;
    ResolvedPath found =
        namespace.inodeLocator().lock(reading, inodeId, unlocked, exclusive, probe::addTo);
    probe.check();
    return found;
  }

  /**
   * Locks the file that a client writes to: by id when the client sent one (a rename does not
   * disturb a writer), else by path.
   *
   * @param fileId 0 when the client did not send one
   * @throws NamespaceException NOT_FOUND or IS_A_DIRECTORY
   */
  public ResolvedPath lockFile(FsPath path, long fileId, LockMode mode) {
    ResolvedPath found;
    if (fileId == 0) {
      found = lock(mode == LockMode.SHARED ? PathLock.lastShared(path) : PathLock.last(path));
    } else {
      found = lockById(fileId, mode);
      if (found == null) {
        throw ResolvedPath.notFound(path).with("fileId", fileId);
      }
    }
    found.requireFile();
    return found;
  }

  /**
   * Sets the modification time of the last component's parent after its children changed, when it
   * is due (see {@link NamespaceConfig#parentMtimeGranularity}).
   */
  public void touchParent(ResolvedPath path) {
    if (path.depth() > 0) {
      touchDirectory(path.requireParent());
    }
  }

  /**
   * Tells unlocked scans that children changed places within a directory, and sets its modification
   * time when that is due. The row must be locked exclusively through this object. Where scans see
   * one moment anyway, only the time is set.
   */
  public void childrenMoved(Inode directory) {
    if (snapshotReads()) {
      touchDirectory(directory);
      return;
    }
    Inode.Builder moved = directory.toBuilder().childrenVersion(directory.childrenVersion() + 1);
    if (isTouchDue(directory)) {
      inodes.touch(directory, moved.mtimeMs(nowMs).build());
    } else {
      inodes.updateUnnoticed(directory, moved.build());
    }
  }

  /** Whether rows that may not be needed are worth reading with others. */
  public boolean readsAhead() {
    return namespace.runner().store().readsAhead();
  }

  /** Whether all reads of a read-only transaction are of one moment. */
  public boolean snapshotReads() {
    return namespace.runner().store().snapshotReads();
  }

  /** As {@link #touchParent} for a directory row that was locked through this object. */
  public void touchDirectory(Inode directory) {
    if (isTouchDue(directory) && exclusive.contains(directory.key())) {
      inodes.touch(directory, directory.toBuilder().mtimeMs(nowMs).build());
    }
  }

  /** Whether a change of a directory's children now would also set its modification time. */
  public boolean isTouchDue(Inode directory) {
    return nowMs >= directory.mtimeMs() + namespace.config().parentMtimeGranularity().toMillis();
  }

  /** Locks a row by its key, wherever it leads; null when it is absent. */
  public @Nullable Inode lockRow(InodeKey key, LockMode mode) {
    if (mode == LockMode.EXCLUSIVE) {
      exclusive.add(key);
    }
    return store.get(Tables.INODES, key, mode);
  }

  /** The inode with names for ids. */
  public EntryStatus status(Inode inode, EffectivePolicies policies, int childrenCount) {
    return namespace.status(inode, policies, childrenCount);
  }

  /**
   * The same.
   *
   * @param inode the last component of a path, as it is now
   */
  public EntryStatus status(ResolvedPath found, Inode inode, int childrenCount) {
    EffectivePolicies above = EffectivePolicies.of(found.ancestors());
    return namespace.status(inode, above.of(inode), childrenCount);
  }

  /** Runs once this attempt has committed: for what this namenode then knows. Must not fail. */
  public void afterCommit(Runnable work) {
    afterCommit.add(work);
  }

  void committed() {
    DirectoryViews views = namespace.directoryViews();
    views.changed(viewsChanged, inodes.changedViews());
    views.keep(inodes.madeDirectories(), viewsBegun);
    afterCommit.forEach(Runnable::run);
  }

  /** Writes what was collected; the last thing before the commit. */
  void finish(@Nullable RetryEntry answer) {
    membership.ensureChecked(store);
    quota.flush();
    inodes.flush();
    if (answer != null) {
      store.insert(Tables.RETRY_CACHE, answer);
    }
    viewsChanged = namespace.directoryViews().change(store, inodes.changedViews().keySet());
  }
}
