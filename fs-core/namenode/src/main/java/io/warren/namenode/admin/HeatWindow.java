package io.warren.namenode.admin;

import java.util.Arrays;
import java.util.Objects;

/** A window of time that heat is told of. */
enum HeatWindow {
  TEN_SECONDS("10s", 10),
  MINUTE("1m", 60),
  TEN_MINUTES("10m", 600),
  HOUR("1h", 3600);

  private final String text;
  private final int seconds;

  HeatWindow(String text, int seconds) {
    this.text = text;
    this.seconds = seconds;
  }

  /** As the API names it. */
  String text() {
    return text;
  }

  int seconds() {
    return seconds;
  }

  /** What a request asks for; a minute when it does not say. */
  static HeatWindow of(AdminRequest request) {
    String asked = Objects.requireNonNullElse(request.optional("window"), MINUTE.text);
    return Arrays.stream(values())
        .filter(each -> each.text.equals(asked))
        .findFirst()
        .orElseThrow(
            () -> Problem.invalid("window is one of 10s, 1m, 10m, 1h", "window: " + asked));
  }
}
