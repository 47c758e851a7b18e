package io.warren.namenode.heat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What calls are counted by. A pair's two parts stand in one key, with {@link #BETWEEN}. */
public enum HeatKind {
  OPERATION,
  USER,
  ADDRESS,
  APPLICATION,
  DIRECTORY,
  PATH,
  USER_OPERATION,
  USER_ADDRESS,
  USER_APPLICATION,
  DIRECTORY_USER,
  DIRECTORY_OPERATION;

  /** Neither names of users nor paths have it. */
  public static final char BETWEEN = '\u0000';

  /** In lower case, as APIs name it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<HeatKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /** Whether keys begin with a directory's path. */
  public boolean ofDirectories() {
    return this == DIRECTORY || this == DIRECTORY_USER || this == DIRECTORY_OPERATION;
  }

  /** What a call counts under; empty when it has nothing of this kind. */
  String key(HeatSample sample) {
    return switch (this) {
      case OPERATION -> sample.operation();
      case USER -> sample.user();
      case ADDRESS -> sample.address();
      case APPLICATION -> sample.application();
      case DIRECTORY -> sample.directory();
      case PATH -> sample.path();
      case USER_OPERATION -> pair(sample.user(), sample.operation());
      case USER_ADDRESS -> pair(sample.user(), sample.address());
      case USER_APPLICATION -> pair(sample.user(), sample.application());
      case DIRECTORY_USER -> pair(sample.directory(), sample.user());
      case DIRECTORY_OPERATION -> pair(sample.directory(), sample.operation());
    };
  }

  private static String pair(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? "" : first + BETWEEN + second;
  }
}
