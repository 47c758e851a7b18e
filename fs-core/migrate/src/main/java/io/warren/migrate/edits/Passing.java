package io.warren.migrate.edits;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Kinds of edits that an operator may have passed over: they change no file of the present tree.
 * Those that Warren does not take stop the following otherwise.
 */
public enum Passing {
  /** Cache pools and directives. */
  CACHE,
  /** Snapshots, for stores that were imported without them: the present tree is followed. */
  SNAPSHOTS,
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
