package io.warren.namenode.safemode;

import io.warren.model.ClusterVariable;
import org.jspecify.annotations.Nullable;

/**
 * The row that says that files are read-only, of the cluster's variables.
 *
 * @param sinceMs when it was turned on, by the clock of that namenode; 0 when that is not known
 * @param by who turned it on; empty when that is not known
 */
public record ReadOnlyRow(long sinceMs, String by) {
  /** Name of the variable. */
  public static final String VARIABLE = "safe_mode";

  private static final String ON = "on";
  private static final String OFF = "off";
  private static final int BY_MAX_CHARS = 100;

  /** Files may be changed. */
  public static ClusterVariable off() {
    return new ClusterVariable(VARIABLE, OFF);
  }

  /** The row. */
  public ClusterVariable toVariable() {
    String shortened = by.length() > BY_MAX_CHARS ? by.substring(0, BY_MAX_CHARS) : by;
    return new ClusterVariable(VARIABLE, ON + " " + sinceMs + " " + shortened);
  }

  /** What a row says; null when files may be changed. */
  public static @Nullable ReadOnlyRow of(@Nullable ClusterVariable row) {
    if (row == null || row.value().equals(OFF)) {
      return null;
    }
    // Whatever else a row of this name says, somebody wanted nothing to change.
    String[] fields = row.value().split(" ", 3);
    return fields.length == 3
        ? new ReadOnlyRow(Long.parseLong(fields[1]), fields[2])
        : new ReadOnlyRow(0, "");
  }
}
