package io.warren.namenode.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls of admin-api.yaml but for health, which is open to all. */
public final class AdminContract {
  private static final Pattern PATH = Pattern.compile("  /admin/v1(/\\S+):");
  private static final Pattern METHOD = Pattern.compile("    (get|put|post|delete|patch|head):");
  private static final Pattern SECURITY =
      Pattern.compile("      security: \\[\\{ bearer: \\[(\\w+)] }]");

  /**
   * A call.
   *
   * @param scope empty when the contract names none
   */
  public record Operation(String method, String path, String scope) {
    /** A path that names nothing which a call could harm. */
    public String example() {
      return path.replaceAll("\\{[^}]+}", "0");
    }
  }

  private AdminContract() {}

  /** In the contract's order. */
  public static List<Operation> operations() throws IOException {
    String text;
    try (InputStream in = AdminContract.class.getResourceAsStream("/admin-api.yaml")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
    List<Operation> operations = new ArrayList<>();
    String path = "";
    for (String line : text.lines().takeWhile(l -> !l.startsWith("components:")).toList()) {
      Matcher found = PATH.matcher(line);
      Matcher method = METHOD.matcher(line);
      Matcher security = SECURITY.matcher(line);
      if (found.matches()) {
        path = found.group(1);
      } else if (method.matches()) {
        operations.add(new Operation(method.group(1).toUpperCase(Locale.ROOT), path, ""));
      } else if (security.matches()) {
        Operation last = operations.remove(operations.size() - 1);
        operations.add(new Operation(last.method(), last.path(), security.group(1)));
      }
    }
    operations.removeIf(o -> o.path().equals("/health"));
    return operations;
  }
}
