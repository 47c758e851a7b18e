package io.warren.namenode.service;

import io.warren.namespace.CallContext;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, in Warren's terms. Groups come from Hadoop's group mapping; the user that runs the
 * process and the members of dfs.permissions.superusergroup skip permission checks, and so does
 * everybody when dfs.permissions.enabled is false.
 */
public final class Callers {
  private final String processUser;
  private final String superGroup;
  private final boolean permissionsEnabled;

  public Callers(Configuration conf) throws IOException {
    processUser = UserGroupInformation.getCurrentUser().getShortUserName();
    superGroup =
        conf.get(
            DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_DEFAULT);
    permissionsEnabled =
        conf.getBoolean(
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY,
            DFSConfigKeys.DFS_PERMISSIONS_ENABLED_DEFAULT);
  }

  /** The user that runs the process, which owns the root directory. */
  public String processUser() {
    return processUser;
  }

  public String superGroup() {
    return superGroup;
  }

  /**
   * The caller of the RPC that this thread serves, whose answer waits for what the call commits;
   * outside of one, the thread's own user.
   */
  public CallContext current() throws IOException {
    UserGroupInformation remote = Server.getRemoteUser();
    UserGroupInformation user = remote != null ? remote : UserGroupInformation.getCurrentUser();
    InetAddress address = Server.getRemoteIp();
    byte[] clientId = Server.getClientId();
    return context(
        user,
        clientId.length == 0 ? "" : HexFormat.of().formatHex(clientId),
        clientId.length == 0 ? CallContext.NO_CALL_ID : Server.getCallId(),
        address == null ? "" : address.getHostAddress(),
        PostponedAnswer.current());
  }

  /** A user named by an administrator, with the groups that the mapping gives. */
  public CallContext named(String user) {
    return context(
        UserGroupInformation.createRemoteUser(user), "", CallContext.NO_CALL_ID, "", null);
  }

  /** The file system itself. */
  public CallContext system() {
    return CallContext.system(processUser);
  }

  private CallContext context(
      UserGroupInformation user,
      String clientId,
      int callId,
      String machine,
      @Nullable PostponedAnswer answer) {
    String name = user.getShortUserName();
    List<String> groups = user.getGroups();
    boolean superuser =
        !permissionsEnabled || name.equals(processUser) || groups.contains(superGroup);
    return new CallContext(name, groups, superuser, clientId, callId, machine, false, answer);
  }
}
