package io.warren.checker;

import io.warren.namespace.CallContext;
import java.util.List;

/** The users of a checked run. */
final class Callers {
  /** Index of the superuser. */
  static final int SUPERUSER = 0;

  private static final List<CallContext> ALL =
      List.of(
          CallContext.of("hdfs", List.of("supergroup"), true),
          CallContext.of("alice", List.of("staff"), false),
          CallContext.of("bob", List.of("staff", "ops"), false));

  private Callers() {}

  static int count() {
    return ALL.size();
  }

  static CallContext context(int caller) {
    return ALL.get(caller);
  }

  static String name(int caller) {
    return ALL.get(caller).user();
  }

  static int indexOf(String name) {
    for (int i = 0; i < ALL.size(); i++) {
      if (name(i).equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("No such caller: " + name);
  }

  /** Name of the lease that a caller writes under. */
  static String holder(int caller) {
    return "client-" + name(caller);
  }
}
