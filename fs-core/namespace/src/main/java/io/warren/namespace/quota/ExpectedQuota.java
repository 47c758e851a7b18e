package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.OperationTx;
import io.warren.namespace.job.ChangeGuard;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a change of limits that are not as expected, in the transaction that makes it. Limits
 * that are already what they shall become are let pass.
 */
record ExpectedQuota(ChangeGuard<SetQuota.Result> guard, ExpectedLimits expected)
    implements ChangeGuard<SetQuota.Result> {
  @Override
  public void begin(OperationTx tx) {
    guard.begin(tx);
  }

  @Override
  public void admit(@Nullable Inode target) {
    guard.admit(target);
  }

  @Override
  public void done(OperationTx tx, SetQuota.Result result) {
    boolean there =
        result.before().namespaceQuota() == result.after().namespaceQuota()
            && result.before().spaceQuotaBytes() == result.after().spaceQuotaBytes()
            && result.before().typeQuotas().equals(result.after().typeQuotas());
    if (!there && !expected.areOf(result.before())) {
      throw new NamespaceException(
              Code.CHANGED_SINCE, "The limits were changed since: they are not those expected")
          .with("namespaceQuota", result.before().namespaceQuota())
          .with("spaceQuotaBytes", result.before().spaceQuotaBytes())
          .with("typeQuotas", result.before().typeQuotas());
    }
    guard.done(tx, result);
  }
}
