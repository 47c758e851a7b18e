package io.warren.bench.clock;

import java.time.Duration;
import java.util.List;

/**
 * Processor time of processes of this machine. On a busy machine it says more about a change than
 * the throughput does.
 */
public final class CpuClock {
  private final List<ProcessHandle> processes;

  private CpuClock(List<ProcessHandle> processes) {
    this.processes = processes;
  }

  /** Of this process. */
  public static CpuClock own() {
    return new CpuClock(List.of(ProcessHandle.current()));
  }

  /** Of other processes together; a clock that stands still for none. */
  public static CpuClock of(List<Long> processIds) {
    return new CpuClock(processIds.stream().flatMap(id -> ProcessHandle.of(id).stream()).toList());
  }

  /** Microseconds used so far, to about ten milliseconds for each process. */
  public long usedUs() {
    return processes.stream()
        .mapToLong(p -> p.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1_000)
        .sum();
  }
}
