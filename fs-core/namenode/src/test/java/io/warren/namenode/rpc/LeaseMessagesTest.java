package io.warren.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.file.LeaseConflict;
import io.warren.namespace.file.LeaseConflict.Attempt;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.junit.jupiter.api.Test;

/** The words that stock clients, and people who know them, look for. */
class LeaseMessagesTest {
  private static final CallContext CALL =
      new CallContext("ana", List.of(), false, "", CallContext.NO_CALL_ID, "10.0.0.7");

  private static NamespaceException held(Code code) {
    return new NamespaceException(code, "title")
        .with("attempt", Attempt.APPEND_FILE)
        .with("path", "/f")
        .with("holder", "me")
        .with("clientMachine", "10.0.0.7");
  }

  @Test
  void aConflictNamesTheAttemptAndWhoHoldsTheFile() {
    NamespaceException other =
        held(Code.ALREADY_BEING_CREATED)
            .with("leaseHolder", "her")
            .with("leaseMachine", "10.0.0.8");
    assertThat(RpcErrors.translate(other))
        .isInstanceOf(AlreadyBeingCreatedException.class)
        .hasMessage(
            "Failed to APPEND_FILE /f for me on 10.0.0.7 because this file lease is currently owned"
                + " by her on 10.0.0.8");
    assertThat(RpcErrors.translate(held(Code.ALREADY_BEING_CREATED)))
        .hasMessageEndingWith("because me is already the current lease holder.");
  }

  @Test
  void aRecoveryIsTold() {
    NamespaceException begun =
        LeaseConflict.recovering(Attempt.TRUNCATE_FILE, FsPath.parse("/f"), "me", CALL);
    assertThat(RpcErrors.translate(begun))
        .isInstanceOf(RecoveryInProgressException.class)
        .hasMessage(
            "Failed to TRUNCATE_FILE /f for me on 10.0.0.7 because lease recovery is in progress."
                + " Try again later.");
    NamespaceException another =
        held(Code.RECOVERY_IN_PROGRESS).with("leaseHolder", "her").with("leaseMachine", "m");
    assertThat(RpcErrors.translate(another))
        .hasMessageContaining("because another recovery is in progress by her on m");
  }

  @Test
  void aLostLeaseIsTold() {
    NamespaceException closed =
        new NamespaceException(Code.LEASE_EXPIRED, "title")
            .with("path", "/f")
            .with("fileId", 17)
            .with("holder", "me");
    assertThat(RpcErrors.translate(closed))
        .isInstanceOf(LeaseExpiredException.class)
        .hasMessage("File is not open for writing: /f (inode 17) Holder me");
    assertThat(RpcErrors.translate(closed.with("leaseHolder", "her")))
        .hasMessage("Client (=me) is not the lease owner (=her: /f (inode 17) Holder me");
  }
}
