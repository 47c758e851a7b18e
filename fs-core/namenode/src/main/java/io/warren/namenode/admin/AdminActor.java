package io.warren.namenode.admin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;

/**
 * For whom a call is made: a process and, where it acts for one of its users, that user. The name
 * is what the process says; it is recorded and gives no rights.
 */
record AdminActor(AdminHolder holder, String user) {
  /** Carries the user's name, percent-encoded UTF-8. */
  static final String HEADER = "X-Warren-Actor";

  private static final int NAME_LENGTH_MAX = 150;

  /**
   * @throws Problem.ProblemException for a name that is none
   */
  static AdminActor of(AdminHolder holder, HttpServletRequest http) {
    String encoded = http.getHeader(HEADER);
    if (encoded == null) {
      return new AdminActor(holder, holder.wireName());
    }
    return new AdminActor(holder, name(encoded));
  }

  /** As Hadoop writes a caller that speaks for another. */
  String ugi() {
    String process = holder.wireName() + " (auth:TOKEN)";
    return user.equals(holder.wireName()) ? process : user + " (auth:PROXY) via " + process;
  }

  private static String name(String encoded) {
    String name = "";
    if (encoded.length() <= NAME_LENGTH_MAX * 12) {
      try {
        name = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        // Refused below.
      }
    }
    boolean printable = name.codePoints().noneMatch(AdminActor::isUnprintable);
    if (name.isBlank() || name.length() > NAME_LENGTH_MAX || !printable) {
      throw Problem.invalid(
          "The acting user's name is not valid",
          HEADER
              + " must be 1 to "
              + NAME_LENGTH_MAX
              + " printable characters, percent-encoded as UTF-8");
    }
    return name;
  }

  private static boolean isUnprintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          true;
      default -> codePoint == '\uFFFD';
    };
  }
}
