package io.warren.namenode.small;

import io.warren.model.InodeKind;
import io.warren.model.WarrenException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.TakeIn;
import io.warren.namespace.walk.FindInTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Takes the files of a tree in, or moves them out, in bounded steps. */
public final class SmallFileSteps {
  private static final int ERRORS_MAX = 20;

  /** Inodes between two looks at the time; each may wait for a datanode. */
  private static final int PAGE = 20;

  private static final long STEP_MS = 5_000;

  /** Which way. */
  public enum Direction {
    IN,
    OUT
  }

  public record ItemError(String path, String reason) {}

  /**
   * What a step did.
   *
   * @param cursor to go on with; null at the end
   * @param files that it visited
   */
  public record Result(
      @Nullable String cursor,
      long files,
      long changed,
      long changedBytes,
      long errorCount,
      List<ItemError> errors) {}

  private final SmallFiles smallFiles;
  private final Namespace namespace;
  private final Callers callers;
  private final FileSettings settings;

  public SmallFileSteps(SmallFiles smallFiles, SmallFiles.Parts parts) {
    this.smallFiles = smallFiles;
    this.namespace = parts.namespace();
    this.callers = parts.callers();
    this.settings = parts.fileSettings();
  }

  /**
   * One step.
   *
   * @param limit inodes visited at most
   */
  public Result run(Direction direction, FsPath path, @Nullable String cursor, int limit) {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STEP_MS);
    Tally tally = new Tally();
    String next = cursor;
    int left = limit;
    do {
      FindInTree find = new FindInTree(path, InodeKind.FILE, next, Math.min(left, PAGE));
      FindInTree.Page page = namespace.run(find, callers.system());
      page.found().forEach(file -> visit(direction, file, tally));
      left -= page.visited();
      next = page.next();
    } while (next != null && left > 0 && System.nanoTime() - deadlineNanos < 0);
    return new Result(
        next, tally.files, tally.changed, tally.changedBytes, tally.errorCount, tally.errors);
  }

  private static final class Tally {
    private long files;
    private long changed;
    private long changedBytes;
    private long errorCount;
    private final List<ItemError> errors = new ArrayList<>();

    void failed(FsPath path, String why) {
      errorCount++;
      if (errors.size() < ERRORS_MAX) {
        errors.add(new ItemError(path.toString(), why));
      }
    }
  }

  private void visit(Direction direction, FindInTree.Found file, Tally tally) {
    tally.files++;
    boolean concerns =
        direction == Direction.OUT
            ? file.inode().inDatabase()
            : TakeIn.mayGoIn(file.inode(), file.policies(), settings);
    if (!concerns) {
      return;
    }
    if (file.inode().isUnderConstruction()) {
      tally.failed(file.path(), "The file is open for writing");
      return;
    }
    try {
      boolean done =
          direction == Direction.OUT
              ? smallFiles.moveOut(file.path().toString()) >= 0
              : smallFiles.takeIn(file.inode().id());
      if (done) {
        tally.changed++;
        tally.changedBytes += file.inode().sizeBytes();
      }
    } catch (WarrenException e) {
      tally.failed(file.path(), e.title());
    } catch (IOException e) {
      tally.failed(file.path(), String.valueOf(e.getMessage()));
    }
  }
}
