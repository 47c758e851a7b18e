package io.warren.namenode.audit;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.log4j.Category;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * One namenode's audit log: a rotated file, written by a thread of its own behind a bounded queue.
 * Lines bear the name of Hadoop's logger, whose level switches them off; it does not get the lines
 * itself, as the namenodes of one process share it.
 */
public final class AuditLog implements AutoCloseable {
  /** Of stock namenodes: parsers of audit logs look for it. */
  static final String LOGGER = "org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit";

  private static final String RPC = "rpc";

  /** The namenode's own reads, as for a checksum. */
  private static final String INTERNAL = "internal";

  private static final String FQCN = AuditLog.class.getName();

  private final AuditSettings settings;
  private final Category logger = Logger.getLogger(LOGGER);
  private final @Nullable AuditWriter writer;

  private AuditLog(AuditSettings settings, @Nullable AuditWriter writer) {
    this.settings = settings;
    this.writer = writer;
  }

  /** The file of a namenode below the folder of logs. */
  public static Path file(Path logs, String namenode) {
    return logs.resolve("hdfs-audit-" + namenode + ".log");
  }

  /**
   * @throws IOException when the file can't be written
   */
  public static AuditLog open(Path logs, String namenode, AuditSettings settings)
      throws IOException {
    if (!settings.enabled()) {
      return new AuditLog(settings, null);
    }
    Files.createDirectories(logs);
    return new AuditLog(settings, AuditWriter.open(file(logs, namenode), namenode, settings));
  }

  /** Whether lines are written now. Levels of loggers above have no say: they are about others. */
  public boolean isOn() {
    Level level = logger.getLevel();
    return writer != null && (level == null || Level.INFO.isGreaterOrEqual(level));
  }

  /** A call of this thread: of Hadoop's RPC, or from the thread's {@link CallOrigin}. */
  void call(
      boolean allowed,
      String cmd,
      @Nullable String src,
      @Nullable String dst,
      @Nullable String perm)
      throws IOException {
    CallOrigin origin = CallOrigin.current();
    if (origin != null && origin.quiet()) {
      return;
    }
    UserGroupInformation remote = Server.getRemoteUser();
    UserGroupInformation user = remote != null ? remote : UserGroupInformation.getCurrentUser();
    String ip = origin == null ? remoteIp() : origin.address();
    String proto = origin != null ? origin.proto() : Server.isRpcInvocation() ? RPC : INTERNAL;
    String line =
        AuditLine.of(allowed, user.toString(), ip, cmd, src, dst, perm, proto, context(origin));
    write(line);
  }

  /** A call that did not come as one of ClientProtocol. */
  public void record(
      boolean allowed,
      String ugi,
      String ip,
      String cmd,
      @Nullable String src,
      @Nullable String dst,
      String proto) {
    if (isOn()) {
      write(AuditLine.of(allowed, ugi, ip, cmd, src, dst, null, proto, null));
    }
  }

  private static @Nullable String remoteIp() {
    InetAddress address = Server.getRemoteIp();
    return address == null ? null : address.getHostAddress();
  }

  private @Nullable String context(@Nullable CallOrigin origin) {
    CallerContext context =
        settings.contextMaxLength() == 0 || origin != null ? null : CallerContext.getCurrent();
    if (context == null || !context.isContextValid()) {
      return null;
    }
    String text = context.getContext();
    int length = Math.min(text.length(), settings.contextMaxLength());
    byte[] signature = context.getSignature();
    boolean signed =
        signature != null
            && signature.length > 0
            && signature.length <= settings.signatureMaxBytes();
    return text.substring(0, length)
        + (signed ? ":" + new String(signature, StandardCharsets.UTF_8) : "");
  }

  private void write(String line) {
    AuditWriter to = writer;
    if (to != null) {
      to.add(new LoggingEvent(FQCN, logger, Level.INFO, line, null));
    }
  }

  /** Writes what waits, and lets go of the file. */
  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
  }
}
