package org.apache.hadoop.hdfs.server.namenode;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.jspecify.annotations.Nullable;

/** The line that a stock namenode writes to its audit log. */
public final class StockAudit {
  private StockAudit() {}

  public static String line(
      Configuration conf,
      boolean allowed,
      String ugi,
      @Nullable InetAddress address,
      String cmd,
      @Nullable String src,
      @Nullable String dst,
      @Nullable FileStatus status,
      @Nullable CallerContext context) {
    List<String> lines = new ArrayList<>();
    Logger.getLogger(FSNamesystem.class.getName() + ".audit").setLevel(Level.INFO);
    FSNamesystem.FSNamesystemAuditLogger logger =
        new FSNamesystem.FSNamesystemAuditLogger() {
          @Override
          public void logAuditMessage(String message) {
            lines.add(message);
          }
        };
    logger.initialize(conf);
    logger.logAuditEvent(allowed, ugi, address, cmd, src, dst, status, context, null, null);
    return lines.get(0);
  }
}
