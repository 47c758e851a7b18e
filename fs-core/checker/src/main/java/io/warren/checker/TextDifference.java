package io.warren.checker;

import java.util.List;

/** Where two descriptions of a tree part. */
final class TextDifference {
  private TextDifference() {}

  static String firstLine(String expected, String actual) {
    List<String> model = expected.lines().toList();
    List<String> store = actual.lines().toList();
    for (int i = 0; i < Math.max(model.size(), store.size()); i++) {
      String a = i < model.size() ? model.get(i) : "nothing";
      String b = i < store.size() ? store.get(i) : "nothing";
      if (!a.equals(b)) {
        return "the model's tree has [%s], the store's [%s]".formatted(a, b);
      }
    }
    return "no difference";
  }
}
