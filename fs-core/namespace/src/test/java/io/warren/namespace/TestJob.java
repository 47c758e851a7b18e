package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;

import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.TakeJob;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A job as its platform drives it: numbers of steps, an epoch for each worker. */
public final class TestJob {
  private static final AtomicLong LAST = new AtomicLong();

  private final String key = "job-" + LAST.incrementAndGet();
  private long epoch;
  private long steps;

  /** A job that a worker has taken on a namenode. */
  public static TestJob taken(TestCluster.Namenode on) {
    TestJob job = new TestJob();
    job.take(on);
    return job;
  }

  public String key() {
    return key;
  }

  /** Another worker takes the job; answers the number of the last step that acted. */
  public long take(TestCluster.Namenode on) {
    return on.run(new TakeJob(key, ++epoch), ROOT);
  }

  /** The step that comes now, for the worker that has the job. */
  public JobStep next() {
    return new JobStep(key, epoch, steps + 1);
  }

  /** The answer to the step has been stored. */
  public void stored() {
    steps++;
  }

  /** The step that comes now over a subtree; not stored. */
  public SubtreeStep step(long inodeId, @Nullable String cursor, int limit, SubtreeChange change) {
    return new SubtreeStep(inodeId, cursor, limit, false, change, next());
  }

  /** Runs one step of a job of its own. */
  public static StepResult once(
      TestCluster.Namenode on,
      long inodeId,
      @Nullable String cursor,
      int limit,
      SubtreeChange change) {
    return on.run(taken(on).step(inodeId, cursor, limit, change), ROOT);
  }
}
