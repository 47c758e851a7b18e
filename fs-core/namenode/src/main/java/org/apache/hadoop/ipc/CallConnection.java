package org.apache.hadoop.ipc;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Whether the client of a call is still connected, which Hadoop tells to its own package alone. */
@org.jspecify.annotations.NullMarked
public final class CallConnection {
  private CallConnection() {}

  /**
   * Tells of the call that this thread serves, for any thread and until long after it; null for a
   * thread that serves none.
   */
  @SuppressWarnings("NullAway") // a thread that serves no call has null
  public static @Nullable BooleanSupplier ofPresentCall() {
    Server.Call call = Server.getCurCall().get();
    return call == null ? null : call::isOpen;
  }
}
