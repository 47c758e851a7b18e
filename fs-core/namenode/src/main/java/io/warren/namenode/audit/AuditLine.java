package io.warren.namenode.audit;

import org.jspecify.annotations.Nullable;

/** A line of HDFS's audit log: members separated by tabs, each "name=value". */
final class AuditLine {
  private static final int LENGTH_USUAL = 256;
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private AuditLine() {}

  /**
   * @param perm "owner:group:rwxr-xr-x"
   * @param callerContext null leaves the member out, as the others never are
   */
  static String of(
      boolean allowed,
      String ugi,
      @Nullable String ip,
      String cmd,
      @Nullable String src,
      @Nullable String dst,
      @Nullable String perm,
      String proto,
      @Nullable String callerContext) {
    StringBuilder line = new StringBuilder(LENGTH_USUAL);
    line.append("allowed=").append(allowed).append("\tugi=");
    escape(line, ugi);
    line.append("\tip=");
    if (ip == null || ip.isEmpty()) {
      line.append("null");
    } else {
      line.append('/').append(ip);
    }
    line.append("\tcmd=");
    escape(line, cmd);
    line.append("\tsrc=");
    escape(line, src);
    line.append("\tdst=");
    escape(line, dst);
    line.append("\tperm=");
    escape(line, perm);
    line.append("\tproto=").append(proto);
    if (callerContext != null) {
      line.append("\tcallerContext=");
      escape(line, callerContext);
    }
    return line.toString();
  }

  /** As Hadoop does, in the way of Java's literals, so that no name can end a member or a line. */
  private static void escape(StringBuilder line, @Nullable String text) {
    if (text == null) {
      line.append("null");
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\b' -> line.append("\\b");
        case '\f' -> line.append("\\f");
        case '"' -> line.append("\\\"");
        case '\\' -> line.append("\\\\");
        default -> {
          if (c >= ' ' && c < 0x7f) {
            line.append(c);
          } else {
            line.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[(c >> 8) & 0xf])
                .append(HEX[(c >> 4) & 0xf])
                .append(HEX[c & 0xf]);
          }
        }
      }
    }
  }
}
