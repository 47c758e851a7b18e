package io.warren.bench;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of a process of this machine. On a busy machine it says more about a change than
 * the throughput does.
 */
public final class CpuClock {
  private final @Nullable ProcessHandle process;

  private CpuClock(@Nullable ProcessHandle process) {
    this.process = process;
  }

  /** Of this process. */
  public static CpuClock own() {
    return new CpuClock(ProcessHandle.current());
  }

  /** Of another process; a clock that stands still for 0. */
  public static CpuClock of(long processId) {
    return new CpuClock(processId == 0 ? null : ProcessHandle.of(processId).orElse(null));
  }

  /** Microseconds used so far, to about ten milliseconds; 0 when unknown. */
  public long usedUs() {
    ProcessHandle handle = process;
    return handle == null
        ? 0
        : handle.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1_000;
  }
}
