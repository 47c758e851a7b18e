package io.warren.namenode.rpc;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How busy the machine's processors are, whoever uses them; of a container those that it has. */
final class Processors {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Processors() {}

  /** The busy part since the last call, 0 to 1; below 0 where the system does not tell. */
  static double load() {
    return SYSTEM.getCpuLoad();
  }
}
