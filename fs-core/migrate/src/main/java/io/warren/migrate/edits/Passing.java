package io.warren.migrate.edits;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Kinds of edits that Warren does not take, and that an operator may have passed over: they change
 * no file of the present tree.
 */
public enum Passing {
  /** Cache pools and directives. */
  CACHE,
  /** Snapshots: the present tree is followed without them. */
  SNAPSHOTS,
  /** Which erasure-coding policies there are. Files and directories with one are always refused. */
  ERASURE_CODING_POLICIES,
  /** The beginning and the end of a rolling upgrade. A rollback takes edits back. */
  ROLLING_UPGRADE;

  /** As operators write it. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The kind of that name.
   *
   * @throws EditsException when there is none
   */
  public static Passing ofOption(String option) {
    return Arrays.stream(values())
        .filter(each -> each.option().equals(option))
        .findFirst()
        .orElseThrow(
            () ->
                new EditsException("There is no such kind of edits to pass over")
                    .with("given", option)
                    .with("kinds", options()));
  }

  /** All names. */
  public static List<String> options() {
    return Arrays.stream(values()).map(Passing::option).toList();
  }
}
