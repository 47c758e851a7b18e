package io.warren.namespace.upkeep;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.ListingPage;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties the users' trash as HDFS does: once per checkpoint interval what lies in Current becomes
 * a checkpoint, a directory named by the time, and checkpoints older than the trash interval are
 * deleted. So what is deleted lies there for the interval at least. For the leader; not safe for
 * threads.
 */
public final class TrashEmptier {
  private static final Logger LOG = LoggerFactory.getLogger(TrashEmptier.class);
  private static final Name TRASH = Name.of(".Trash");
  private static final Name CURRENT = Name.of("Current");

  /** Stock clients make checkpoints with such names, too, by `hdfs dfs -expunge`. */
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyMMddHHmmss");

  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyMMddHHmm");
  private static final int HOMES_PER_RUN = 200;
  private static final int CHECKPOINTS_MAX = GetListing.LIMIT_MAX;

  private final Namespace namespace;
  private final FsPath homes;
  private final Duration keep;
  private final Duration every;
  private final ZoneId zone;
  private final CallContext system;
  private long roundBegun = Long.MIN_VALUE;
  private @Nullable Name after;
  private boolean roundDone;

  /**
   * An emptier that has done nothing yet.
   *
   * @param homes where the users' directories are
   * @param keep how long what was deleted lies in the trash at least; positive
   * @param every time between two checkpoints; positive, at most {@code keep}
   * @param zone of the times in the names of checkpoints: that of the process, as stock clients use
   */
  public TrashEmptier(
      Namespace namespace, FsPath homes, Duration keep, Duration every, ZoneId zone) {
    this.namespace = namespace;
    this.homes = homes;
    this.keep = keep;
    this.every = every;
    this.zone = zone;
    this.system = CallContext.system(namespace.config().superuserName());
  }

  /** Does a bounded portion of the round of this interval; nothing once that is complete. */
  public void run(LeaderFence fence) {
    long nowMs = namespace.clock().millis();
    long round = Math.floorDiv(nowMs, every.toMillis());
    if (round != roundBegun) {
      roundBegun = round;
      after = null;
      roundDone = false;
    }
    if (roundDone) {
      return;
    }
    Optional<ListingPage> page = namespace.run(new GetListing(homes, after, HOMES_PER_RUN), system);
    for (EntryStatus home : page.map(ListingPage::entries).orElse(List.of())) {
      if (home.inode().isDirectory()) {
        empty(homes.child(home.inode().name()).child(TRASH), nowMs, fence);
      }
      after = home.inode().name();
    }
    roundDone = page.map(found -> !found.hasMore()).orElse(true);
  }

  /** Forgets how far it came: another leader goes on meanwhile. */
  public void deposed() {
    roundBegun = Long.MIN_VALUE;
  }

  private void empty(FsPath trash, long nowMs, LeaderFence fence) {
    Optional<ListingPage> listed =
        namespace.run(new GetListing(trash, null, CHECKPOINTS_MAX), system);
    if (listed.isEmpty() || !listed.get().listed().inode().isDirectory()) {
      return;
    }
    long roundMs = roundBegun * every.toMillis();
    boolean checkpointed = false;
    boolean filled = false;
    for (EntryStatus entry : listed.get().entries()) {
      Inode inode = entry.inode();
      if (inode.name().equals(CURRENT)) {
        filled = true;
        continue;
      }
      Long takenMs = takenMs(inode.name().toString());
      if (takenMs == null) {
        LOG.warn("Not a checkpoint of the trash, left alone: {}", trash.child(inode.name()));
      } else if (takenMs < nowMs - keep.toMillis()) {
        delete(trash.child(inode.name()), inode, fence);
      } else {
        checkpointed |= takenMs >= roundMs;
      }
    }
    if (filled && !checkpointed) {
      checkpoint(trash, nowMs, fence);
    }
  }

  private void checkpoint(FsPath trash, long nowMs, LeaderFence fence) {
    String name = SECONDS.format(LocalDateTime.ofInstant(Instant.ofEpochMilli(nowMs), zone));
    FsPath taken = trash.child(Name.of(name));
    try {
      namespace.run(
          new Rename(
              trash.child(CURRENT), taken, Rules.NO_OVERWRITE, false, new Fenced<>(fence, null)),
          system);
      LOG.info("Trash checkpoint {}", taken);
    } catch (NamespaceException e) {
      if (e.code() != Code.NOT_FOUND && e.code() != Code.ALREADY_EXISTS) {
        throw e;
      }
      // The user emptied it, or made a checkpoint himself.
    }
  }

  private void delete(FsPath checkpoint, Inode inode, LeaderFence fence) {
    try {
      namespace.run(new Delete(checkpoint, true, new Fenced<>(fence, inode.id())), system);
      LOG.info("Deleted the trash checkpoint {}", checkpoint);
    } catch (NamespaceException e) {
      // A snapshot below it, or somebody who works there: the next round tries again.
      LOG.warn("The trash checkpoint {} stays for now: {}", checkpoint, e.getMessage());
    } catch (Replaced e) {
      LOG.info("Another directory has the name of the trash checkpoint {}", checkpoint);
    }
  }

  /** When a checkpoint was taken, by its name; null for other names. */
  private @Nullable Long takenMs(String name) {
    String time = name.contains("-") ? name.substring(0, name.indexOf('-')) : name;
    for (DateTimeFormatter format : new DateTimeFormatter[] {SECONDS, MINUTES}) {
      try {
        return LocalDateTime.parse(time, format).atZone(zone).toInstant().toEpochMilli();
      } catch (DateTimeParseException e) {
        // Perhaps the other form.
      }
    }
    return null;
  }

  /** The path names another directory than the one that was judged. */
  private static final class Replaced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Replaced() {
      super("Another inode is at the path", null, false, false);
    }
  }

  /** Only for the leader, and only of one inode where that matters. */
  private record Fenced<R>(LeaderFence fence, @Nullable Long inodeId) implements ChangeGuard<R> {
    @Override
    public void begin(OperationTx tx) {
      fence.check(tx.store());
    }

    @Override
    public void admit(@Nullable Inode target) {
      if (inodeId != null && (target == null || target.id() != inodeId)) {
        throw new Replaced();
      }
    }

    @Override
    public void done(OperationTx tx, R result) {}
  }
}
