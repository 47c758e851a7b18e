package io.warren.namenode.limits;

import io.warren.model.CallLimit;
import io.warren.namenode.audit.CallOrigin;
import io.warren.namenode.heat.HeatWitness;
import io.warren.namenode.rpc.Dispatcher;
import io.warren.namenode.service.CallShares;
import java.io.IOException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.Server;

/**
 * Holds clients' calls, by RPC and WebHDFS, to the limits that operators have set. A call that has
 * no room was not begun: the client is told to repeat it, which stock clients of a name service do,
 * each time after a longer pause.
 */
public final class LimitedAdmission implements Dispatcher.Admission {
  private final CallLimits limits;
  private final Dispatcher.Admission next;

  /**
   * @param next decides about what the limits let in
   */
  public LimitedAdmission(CallLimits limits, Dispatcher.Admission next) {
    this.limits = limits;
    this.next = next;
  }

  @Override
  public Dispatcher.Place enter() throws IOException {
    if (limits.areSet()) {
      check();
    }
    return next.enter();
  }

  private void check() throws IOException {
    CallOrigin origin = CallOrigin.current();
    boolean remote = Server.getRemoteUser() != null;
    if (!remote && (origin == null || origin.quiet())) {
      // The namenode's own question.
      return;
    }
    if (remote && Server.getCallRetryCount() >= CallShares.REPEATED_ENOUGH) {
      // Its client gives up soon: a limit slows down, it does not make calls fail.
      return;
    }
    CallLimit full =
        limits.full(
            HeatWitness.user(), HeatWitness.address(origin), HeatWitness.application(origin));
    if (full != null) {
      throw new RetriableException(
          "Server too busy: the "
              + full.key().kind().text()
              + " "
              + full.key().name()
              + " is limited to "
              + full.callsPerSecond()
              + " calls a second at each namenode ("
              + full.reason()
              + "). Try again");
    }
  }
}
