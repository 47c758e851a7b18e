package io.warren.namenode.audit;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * What the audit log says of each call of ClientProtocol, as stock namenodes do: which calls it
 * has, under which names, and with which paths. Calls that stock namenodes do not log (those for
 * blocks, leases, statistics) are not logged here.
 */
final class AuditedCalls {
  /**
   * How calls end that stock namenodes log when they did something, and else not, or as refused.
   */
  private enum Done {
    ALWAYS,
    IF_TRUE,
    FALSE_IS_REFUSED
  }

  /** A text about a call. */
  private interface Say {
    @Nullable String of(@Nullable Object[] given, @Nullable Object result) throws IOException;
  }

  private record Call(Say cmd, Say src, Say dst, Done done) {
    Call to(Say other) {
      return new Call(cmd, src, other, done);
    }

    Call when(Done other) {
      return new Call(cmd, src, dst, other);
    }
  }

  private static final Say NOTHING = (given, result) -> null;
  private static final Map<String, Call> BY_METHOD = new HashMap<>();

  static {
    path("open", "getBlockLocations");
    path("open", "getLocatedFileInfo");
    path("getfileinfo", "getFileInfo", "getFileLinkInfo", "getLinkTarget");
    path("listStatus", "getListing");
    put("getBatchedListing", call("listStatus", paths(0)));
    path("create", "create");
    path("append", "append");
    path("truncate", "truncate");
    put("concat", call("concat", paths(1)).to(text(0)));
    path("mkdirs", "mkdirs");
    put("delete", call("delete", text(0)).when(Done.FALSE_IS_REFUSED));
    put("rename", call("rename", text(0)).to(text(1)).when(Done.IF_TRUE));
    put("rename2", new Call(AuditedCalls::renaming, text(0), text(1), Done.ALWAYS));
    put("createSymlink", call("createSymlink", text(1)).to(text(0)));
    put("setReplication", call("setReplication", text(0)).when(Done.IF_TRUE));
    same("setPermission", "setOwner", "setTimes", "isFileClosed", "checkAccess");
    same("setStoragePolicy", "unsetStoragePolicy", "satisfyStoragePolicy");
    path("contentSummary", "getContentSummary");
    path("quotaUsage", "getQuotaUsage");
    put("setQuota", new Call(AuditedCalls::quota, text(0), NOTHING, Done.ALWAYS));
    same("modifyAclEntries", "removeAclEntries", "removeDefaultAcl", "removeAcl", "setAcl");
    same("getAclStatus", "setXAttr", "getXAttrs", "listXAttrs", "removeXAttr");
    same("setErasureCodingPolicy", "unsetErasureCodingPolicy", "getErasureCodingPolicy");
    same("removeErasureCodingPolicy", "allowSnapshot", "disallowSnapshot");
    for (String name : new String[] {"enableErasureCodingPolicy", "disableErasureCodingPolicy"}) {
      put(name, call(name, text(0)));
    }
    put("addErasureCodingPolicies", call("addErasureCodingPolicies", paths(0)));
    put("createSnapshot", call("createSnapshot", text(0)).to((given, result) -> string(result)));
    put("deleteSnapshot", call("deleteSnapshot", snapshot(1)));
    put("renameSnapshot", call("renameSnapshot", snapshot(1)).to(snapshot(2)));
    bare("listSnapshottableDirectory", "getSnapshottableDirListing");
    path("ListSnapshot", "getSnapshotListing");
    put("getSnapshotDiffReport", call("computeSnapshotDiff", snapshot(1)).to(snapshot(2)));
    put("getSnapshotDiffReportListing", call("computeSnapshotDiff", snapshot(1)).to(snapshot(2)));
    path("getEZForPath", "getEZForPath");
    bare("listEncryptionZones", "listEncryptionZones");
    bare("listReencryptionStatus", "listReencryptionStatus");
    bare("listCacheDirectives", "listCacheDirectives");
    bare("listCachePools", "listCachePools");
    bare("getErasureCodingPolicies", "getErasureCodingPolicies");
    bare("getErasureCodingCodecs", "getErasureCodingCodecs");
    bare("getECTopologyResultForPolicies", "getECTopologyResultForPolicies");
    bare("listOpenFiles", "listOpenFiles");
    bare("metaSave", "metaSave");
    bare("datanodeReport", "getDatanodeReport");
    bare("getDatanodeStorageReport", "getDatanodeStorageReport");
    bare("slowDataNodesReport", "getSlowDatanodeReport");
    bare("refreshNodes", "refreshNodes");
    bare("setBalancerBandwidth", "setBalancerBandwidth");
    bare("finalizeUpgrade", "finalizeUpgrade");
    put("rollingUpgrade", new Call(AuditedCalls::rollingUpgrade, NOTHING, NOTHING, Done.ALWAYS));
    put("setSafeMode", new Call(AuditedCalls::safeMode, NOTHING, NOTHING, Done.ALWAYS));
    put("getDelegationToken", call("getDelegationToken", (g, result) -> token(result)));
    put("renewDelegationToken", call("renewDelegationToken", (given, r) -> token(given[0])));
    put("cancelDelegationToken", call("cancelDelegationToken", (given, r) -> token(given[0])));
  }

  private AuditedCalls() {}

  private static void put(String method, Call call) {
    BY_METHOD.put(method, call);
  }

  private static Call call(String cmd, Say src) {
    return new Call((given, result) -> cmd, src, NOTHING, Done.ALWAYS);
  }

  private static void path(String cmd, String... methods) {
    for (String method : methods) {
      put(method, call(cmd, text(0)));
    }
  }

  private static void same(String... methods) {
    for (String method : methods) {
      path(method, method);
    }
  }

  private static void bare(String cmd, String method) {
    put(method, call(cmd, NOTHING));
  }

  private static @Nullable String string(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static Say text(int argument) {
    return (given, result) -> string(given[argument]);
  }

  private static Say paths(int argument) {
    return (given, result) -> Arrays.toString((Object[]) given[argument]);
  }

  /** The path of the snapshot that an argument names, of the directory that the first one names. */
  private static Say snapshot(int argument) {
    return (given, result) -> {
      String directory = String.valueOf(given[0]);
      String name = string(given[argument]);
      return name == null || name.isEmpty() ? directory : Snapshot.getSnapshotPath(directory, name);
    };
  }

  private static String renaming(@Nullable Object[] given, @Nullable Object result) {
    return "rename (options=" + Arrays.toString((Object[]) given[2]) + ")";
  }

  private static String quota(@Nullable Object[] given, @Nullable Object result) {
    boolean keepsNames = isQuota(given[1], HdfsConstants.QUOTA_DONT_SET);
    boolean clearsNames = isQuota(given[1], HdfsConstants.QUOTA_RESET);
    boolean keepsSpace = isQuota(given[2], HdfsConstants.QUOTA_DONT_SET);
    boolean clearsSpace = isQuota(given[2], HdfsConstants.QUOTA_RESET);
    if (clearsNames && keepsSpace) {
      return "clearQuota";
    }
    if (keepsNames && clearsSpace) {
      return "clearSpaceQuota";
    }
    return keepsNames ? "setSpaceQuota" : "setQuota";
  }

  private static boolean isQuota(@Nullable Object value, long constant) {
    return value instanceof Long number && number == constant;
  }

  private static String rollingUpgrade(@Nullable Object[] given, @Nullable Object result) {
    return switch (String.valueOf(given[0])) {
      case "PREPARE" -> "startRollingUpgrade";
      case "FINALIZE" -> "finalizeRollingUpgrade";
      default -> "queryRollingUpgrade";
    };
  }

  /** Asking is not logged. */
  private static @Nullable String safeMode(@Nullable Object[] given, @Nullable Object result) {
    return given[0] == SafeModeAction.SAFEMODE_GET
        ? null
        : String.valueOf(given[0]).toLowerCase(Locale.ROOT);
  }

  private static @Nullable String token(@Nullable Object value) throws IOException {
    if (!(value instanceof Token<?> token)) {
      return null;
    }
    DelegationTokenIdentifier id = new DelegationTokenIdentifier();
    id.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
    return id.toStringStable();
  }

  /** Names of ClientProtocol's methods whose calls are logged. */
  static Set<String> methods() {
    return new TreeSet<>(BY_METHOD.keySet());
  }

  /** Logs a call that ended well. */
  static void done(
      AuditLog log, Method method, @Nullable Object @Nullable [] given, @Nullable Object result)
      throws IOException {
    Call call = BY_METHOD.get(method.getName());
    if (call == null || (call.done() == Done.IF_TRUE && !Boolean.TRUE.equals(result))) {
      return;
    }
    boolean allowed = call.done() != Done.FALSE_IS_REFUSED || Boolean.TRUE.equals(result);
    write(log, call, allowed, given, result);
  }

  /** Logs a call whose caller had no right to it. */
  static void refused(AuditLog log, Method method, @Nullable Object @Nullable [] given)
      throws IOException {
    Call call = BY_METHOD.get(method.getName());
    if (call != null) {
      write(log, call, false, given, null);
    }
  }

  private static void write(
      AuditLog log,
      Call call,
      boolean allowed,
      @Nullable Object @Nullable [] given,
      @Nullable Object result)
      throws IOException {
    @Nullable Object[] arguments = given == null ? new Object[0] : given;
    String cmd = call.cmd().of(arguments, result);
    if (cmd != null) {
      String src = call.src().of(arguments, result);
      log.call(allowed, cmd, src, call.dst().of(arguments, result), permission(cmd, result));
    }
  }

  /** Told where the answer has it: looking the inode up again would cost a transaction. */
  private static @Nullable String permission(String cmd, @Nullable Object result) {
    return cmd.equals("create") && result instanceof HdfsFileStatus status
        ? status.getOwner() + ":" + status.getGroup() + ":" + status.getPermission()
        : null;
  }
}
