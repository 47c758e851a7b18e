package io.warren.namenode.audit;

import org.jspecify.annotations.Nullable;

/**
 * Where a thread's call came from, when it is not one of Hadoop's RPC, which tells itself.
 *
 * @param proto as the audit log names it
 * @param address of the caller's machine
 * @param quiet whether calls of the namenode that this one makes are its own affair
 */
public record CallOrigin(String proto, String address, boolean quiet) {
  private static final ThreadLocal<@Nullable CallOrigin> CURRENT = new ThreadLocal<>();

  /** This thread's calls come from here from now on; {@link #leave} must follow. */
  public void enter() {
    CURRENT.set(this);
  }

  public static void leave() {
    CURRENT.remove();
  }

  /** Null for a call of Hadoop's RPC, and for what the namenode asks itself. */
  public static @Nullable CallOrigin current() {
    return CURRENT.get();
  }
}
