package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The row locks of all transactions of a store, held to their ends. First come, first served: who
 * asks for a row that others wait for waits behind them, unless he holds it already. Who would
 * close a circle of waiting transactions is refused at once, the others after their time-out.
 */
final class RowLocks {
  /** What a transaction may hold at once. */
  static final int HELD_MAX = 4_000_000;

  /** One transaction's locks; used by its thread alone but for what is said of others. */
  static final class Owner {
    private final List<RowLock> held = new ArrayList<>();

    /** What it waits for, for those who look for circles. */
    private volatile @Nullable RowLock waitsFor;
  }

  private static final class Waiter {
    final Owner owner;
    final boolean exclusive;
    final Thread thread = Thread.currentThread();
    volatile boolean granted;

    Waiter(Owner owner, boolean exclusive) {
      this.owner = owner;
      this.exclusive = exclusive;
    }
  }

  /** A row that is locked, and who waits for it; its monitor guards it. */
  private static final class RowLock {
    final Object row;
    private Owner first;
    private @Nullable List<Owner> others;
    private boolean exclusive;
    private @Nullable Deque<Waiter> waiters;

    /** Nobody holds it, and it is no longer in the table. */
    private boolean gone;

    RowLock(Object row, Owner first, boolean exclusive) {
      this.row = row;
      this.first = first;
      this.exclusive = exclusive;
    }

    private boolean isHeldBy(Owner owner) {
      return owner == first || (others != null && others.contains(owner));
    }

    private boolean hasWaiters() {
      return waiters != null && !waiters.isEmpty();
    }

    private boolean isAlone(Owner owner) {
      return owner == first && (others == null || others.isEmpty());
    }

    private void add(Owner owner) {
      List<Owner> more = others;
      if (more == null) {
        more = new ArrayList<>(2);
        others = more;
      }
      more.add(owner);
    }

    /** Everybody that one of the waiters waits for: who holds it, and who stands before him. */
    private List<Owner> ahead(Owner waiting) {
      List<Owner> before = new ArrayList<>();
      if (waiters != null) {
        for (Waiter waiter : waiters) {
          if (waiter.owner == waiting) {
            addHolders(waiting, before);
            return before;
          }
          before.add(waiter.owner);
        }
      }
      return List.of();
    }

    private void addHolders(Owner but, List<Owner> to) {
      if (first != but) {
        to.add(first);
      }
      if (others != null) {
        others.stream().filter(owner -> owner != but).forEach(to::add);
      }
    }

    /** Takes the lock at once where that is possible. */
    private boolean tryTake(Owner owner, boolean wantsExclusive) {
      if (isHeldBy(owner)) {
        if (exclusive || !wantsExclusive) {
          return true;
        }
        if (isAlone(owner)) {
          exclusive = true;
          return true;
        }
        return false;
      }
      if (exclusive || wantsExclusive || hasWaiters()) {
        return false;
      }
      add(owner);
      owner.held.add(this);
      return true;
    }

    /** Takes an owner off; returns whether somebody holds the lock still. */
    private boolean remove(Owner owner) {
      List<Owner> more = others;
      if (owner != first) {
        if (more != null) {
          more.remove(owner);
        }
        return true;
      }
      if (more != null && !more.isEmpty()) {
        first = more.remove(more.size() - 1);
        return true;
      }
      return false;
    }

    /** Gives the lock to those at the head of the queue who may have it now. */
    private void grant(boolean isHeld) {
      boolean held = isHeld;
      while (waiters != null && !waiters.isEmpty()) {
        Waiter next = waiters.peek();
        boolean upgrade = held && isHeldBy(next.owner);
        if (upgrade ? !isAlone(next.owner) : held && (exclusive || next.exclusive)) {
          return;
        }
        waiters.remove();
        if (upgrade) {
          exclusive = next.exclusive;
        } else if (held) {
          add(next.owner);
        } else {
          first = next.owner;
          exclusive = next.exclusive;
          held = true;
        }
        if (!upgrade) {
          next.owner.held.add(this);
        }
        next.granted = true;
        LockSupport.unpark(next.thread);
      }
      gone = !held;
    }
  }

  private final ConcurrentHashMap<Object, RowLock> table = new ConcurrentHashMap<>();

  /**
   * Locks a row until {@link #release}.
   *
   * @param row equal for the same row
   * @throws StoreException with code LOCK_TIMEOUT or DEADLOCK
   */
  void lock(Owner owner, Object row, boolean exclusive, int timeoutMs) {
    if (owner.held.size() >= HELD_MAX) {
      throw new StoreException(Code.LOCK_TIMEOUT, "A transaction holds more row locks than it may")
          .with("held", owner.held.size());
    }
    while (true) {
      RowLock lock = table.get(row);
      if (lock == null) {
        RowLock own = new RowLock(row, owner, exclusive);
        lock = table.putIfAbsent(row, own);
        if (lock == null) {
          owner.held.add(own);
          return;
        }
      }
      Waiter waiter;
      synchronized (lock) {
        if (lock.gone) {
          continue;
        }
        if (lock.tryTake(owner, exclusive)) {
          return;
        }
        waiter = enqueue(lock, owner, exclusive);
      }
      await(lock, waiter, timeoutMs);
      return;
    }
  }

  private static Waiter enqueue(RowLock lock, Owner owner, boolean exclusive) {
    Deque<Waiter> queue = lock.waiters;
    if (queue == null) {
      queue = new ArrayDeque<>(2);
      lock.waiters = queue;
    }
    Waiter waiter = new Waiter(owner, exclusive);
    owner.waitsFor = lock;
    if (lock.isHeldBy(owner)) {
      // Those who wait can't go on before this one has ended.
      queue.addFirst(waiter);
    } else {
      queue.addLast(waiter);
    }
    return waiter;
  }

  private void await(RowLock lock, Waiter waiter, int timeoutMs) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    boolean interrupted = false;
    try {
      if (closesCircle(waiter, lock)) {
        giveUp(lock, waiter, Code.DEADLOCK, "Transactions waited for each other's row locks");
      }
      while (!waiter.granted) {
        long leftNs = deadlineNs - System.nanoTime();
        if (leftNs <= 0) {
          giveUp(lock, waiter, Code.LOCK_TIMEOUT, "A row lock was not free in time");
          return;
        }
        LockSupport.parkNanos(lock, leftNs);
        interrupted |= Thread.interrupted();
      }
    } finally {
      waiter.owner.waitsFor = null;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Leaves the queue and throws, unless the lock was granted meanwhile. */
  private void giveUp(RowLock lock, Waiter waiter, Code code, String message) {
    synchronized (lock) {
      if (waiter.granted) {
        return;
      }
      Deque<Waiter> queue = lock.waiters;
      if (queue != null) {
        queue.remove(waiter);
      }
      // Those behind may fit together with those who hold it.
      lock.grant(true);
    }
    throw new StoreException(code, message);
  }

  /** Whether anybody whom the waiter waits for waits for him, by way of others or himself. */
  private static boolean closesCircle(Waiter waiter, RowLock lock) {
    Set<Owner> seen = new HashSet<>();
    Deque<Owner> toLookAt = new ArrayDeque<>(ahead(lock, waiter.owner));
    while (!toLookAt.isEmpty()) {
      Owner next = toLookAt.remove();
      if (next == waiter.owner) {
        return true;
      }
      RowLock awaited = seen.add(next) ? next.waitsFor : null;
      if (awaited != null) {
        toLookAt.addAll(ahead(awaited, next));
      }
    }
    return false;
  }

  private static List<Owner> ahead(RowLock lock, Owner waiting) {
    synchronized (lock) {
      return lock.ahead(waiting);
    }
  }

  /** Lets go of everything. */
  void release(Owner owner) {
    List<RowLock> held = owner.held;
    for (int i = held.size() - 1; i >= 0; i--) {
      RowLock lock = held.get(i);
      synchronized (lock) {
        boolean isHeld = lock.remove(owner);
        if (lock.hasWaiters()) {
          lock.grant(isHeld);
        } else {
          lock.gone = !isHeld;
        }
        if (lock.gone) {
          table.remove(lock.row, lock);
        }
      }
    }
    held.clear();
  }

  /** Rows that are locked now. */
  int size() {
    return table.size();
  }
}
