package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.ha.HAServiceStatus;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;

/** What stock administration tools ask, one delegate for each protocol. */
final class ToolCalls {
  private ToolCalls() {}

  /** Tells what file system this is. */
  @FunctionalInterface
  interface Identity {
    NamespaceInfo read() throws IOException;
  }

  /** NamenodeProtocol: only what benchmarks and monitors ask. */
  static final class Namenode {
    private final Identity identity;

    Namenode(Identity identity) {
      this.identity = identity;
    }

    public NamespaceInfo versionRequest() throws IOException {
      return identity.read();
    }

    public boolean isUpgradeFinalized() {
      return true;
    }

    public boolean isRollingUpgrade() {
      return false;
    }
  }

  /** HAServiceProtocol: every namenode serves clients, so every one is active. */
  static final class HaService {
    public void monitorHealth() {
      // A namenode that answers is healthy: the gate refuses calls otherwise.
    }

    public HAServiceStatus getServiceStatus() {
      return new HAServiceStatus(HAServiceState.ACTIVE).setReadyToBecomeActive();
    }
  }

  /** GetUserMappingsProtocol. */
  static final class UserMappings {
    public String[] getGroupsForUser(String user) {
      return UserGroupInformation.createRemoteUser(user).getGroupNames();
    }
  }

  /** RefreshUserMappingsProtocol. */
  static final class RefreshUserMappings {
    private final Callers callers;
    private final Configuration conf;

    RefreshUserMappings(Callers callers, Configuration conf) {
      this.callers = callers;
      this.conf = conf;
    }

    public void refreshUserToGroupsMappings() throws IOException {
      requireSuperuser();
      Groups.getUserToGroupsMappingService(conf).refresh();
    }

    public void refreshSuperUserGroupsConfiguration() throws IOException {
      requireSuperuser();
      Configuration fresh = new Configuration(conf);
      fresh.reloadConfiguration();
      ProxyUsers.refreshSuperUserGroupsConfiguration(fresh);
    }

    private void requireSuperuser() throws IOException {
      ToolCalls.requireSuperuser(callers.current());
    }
  }

  /** RefreshCallQueueProtocol. */
  static final class RefreshCallQueue {
    private final Callers callers;
    private final CallQueues callQueues;

    RefreshCallQueue(Callers callers, CallQueues callQueues) {
      this.callers = callers;
      this.callQueues = callQueues;
    }

    public void refreshCallQueue() throws IOException {
      requireSuperuser(callers.current());
      callQueues.refresh();
    }
  }

  /** RefreshAuthorizationPolicyProtocol. */
  static final class RefreshServiceAcls {
    private final Callers callers;
    private final ServiceAcls serviceAcls;

    RefreshServiceAcls(Callers callers, ServiceAcls serviceAcls) {
      this.callers = callers;
      this.serviceAcls = serviceAcls;
    }

    public void refreshServiceAcl() throws IOException {
      requireSuperuser(callers.current());
      serviceAcls.refresh();
    }
  }

  private static void requireSuperuser(CallContext caller) throws AccessControlException {
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
  }
}
