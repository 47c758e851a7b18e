package io.warren.namenode.audit;

import io.warren.namenode.rpc.Dispatcher;
import java.io.IOException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs calls of ClientProtocol. What can't be logged does not fail the call: it has happened. */
public final class ClientAudit implements Dispatcher.Witness {
  private static final Logger LOG = LoggerFactory.getLogger(ClientAudit.class);

  private final AuditLog log;

  public ClientAudit(AuditLog log) {
    this.log = log;
  }

  @Override
  public void answered(
      Method method, @Nullable Object @Nullable [] given, @Nullable Object result) {
    if (log.isOn()) {
      try {
        AuditedCalls.done(log, method, given, result);
      } catch (IOException | RuntimeException e) {
        LOG.error("A call of {} is missing in the audit log", method.getName(), e);
      }
    }
  }

  @Override
  public void refused(Method method, @Nullable Object @Nullable [] given) {
    if (log.isOn()) {
      try {
        AuditedCalls.refused(log, method, given);
      } catch (IOException | RuntimeException e) {
        LOG.error("A refused call of {} is missing in the audit log", method.getName(), e);
      }
    }
  }
}
