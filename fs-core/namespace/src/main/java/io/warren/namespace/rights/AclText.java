package io.warren.namespace.rights;

import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclEntry.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Entries of one scope as the store keeps them: {@code user:bob:r-x,group::r--}. */
public final class AclText {
  private static final String RIGHTS = "rwx";

  private AclText() {}

  static String encode(List<AclEntry> entries) {
    StringBuilder text = new StringBuilder();
    for (AclEntry entry : entries) {
      text.append(text.isEmpty() ? "" : ",").append(entry.in(Scope.ACCESS));
    }
    return text.toString();
  }

  public static List<AclEntry> decode(String text, Scope scope) {
    List<AclEntry> entries = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      entries.add(entry(text, start, end, scope));
      start = end + 1;
    }
    return entries;
  }

  private static AclEntry entry(String text, int start, int end, Scope scope) {
    int afterType = text.indexOf(':', start);
    int afterName = text.lastIndexOf(':', end - 1);
    return new AclEntry(
        scope,
        Type.valueOf(text.substring(start, afterType).toUpperCase(Locale.ROOT)),
        text.substring(afterType + 1, afterName),
        access(text, afterName + 1));
  }

  private static Access access(String text, int at) {
    int bits = 0;
    for (int i = 0; i < RIGHTS.length(); i++) {
      if (text.charAt(at + i) == RIGHTS.charAt(i)) {
        bits |= 4 >> i;
      }
    }
    return Access.ofBits(bits);
  }

  /** Rights as three characters. */
  static String rights(Access access) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < RIGHTS.length(); i++) {
      text.append((access.bits() & (4 >> i)) != 0 ? RIGHTS.charAt(i) : '-');
    }
    return text.toString();
  }
}
