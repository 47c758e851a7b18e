package io.warren.namespace.operation;

import org.jspecify.annotations.Nullable;

/** Encodings of answers in the retry cache. */
public final class Answers {
  private static final byte[] TRUE = {1};
  private static final byte[] FALSE = {0};

  private Answers() {}

  public static byte[] ofBoolean(boolean value) {
    return value ? TRUE.clone() : FALSE.clone();
  }

  public static boolean toBoolean(byte @Nullable [] payload) {
    return payload != null && payload.length == 1 && payload[0] == 1;
  }
}
