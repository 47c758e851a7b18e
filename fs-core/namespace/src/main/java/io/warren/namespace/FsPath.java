package io.warren.namespace;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A parsed absolute path. Ordered component by component, so an ancestor comes before what is below
 * it: the order in which rows are locked.
 */
public final class FsPath implements Comparable<FsPath> {
  /** Longest path, in characters. */
  public static final int CHARS_MAX = 8000;

  /** Greatest number of components. */
  public static final int DEPTH_MAX = 1000;

  public static final FsPath ROOT = new FsPath(List.of());

  private final List<Name> components;

  private FsPath(List<Name> components) {
    this.components = components;
  }

  /**
   * Parses an absolute path; one trailing slash is allowed.
   *
   * @throws NamespaceException with code INVALID_PATH
   */
  public static FsPath parse(String text) {
    if (!text.startsWith("/")) {
      throw invalid("A path must begin with '/'", text, "Give an absolute path");
    }
    if (text.length() > CHARS_MAX) {
      throw invalid("A path must be at most 8000 characters long", text, "Use shorter names")
          .with("lengthChars", text.length());
    }
    List<Name> names = new ArrayList<>();
    int start = 1;
    while (start < text.length()) {
      int slash = text.indexOf('/', start);
      int end = slash < 0 ? text.length() : slash;
      if (end == start) {
        throw invalid("A path must not contain '//'", text, "Remove the empty component");
      }
      names.add(Name.of(text.substring(start, end)));
      start = end + 1;
    }
    return checkedDepth(names);
  }

  /** A path of names that a store returned, so already checked. */
  static FsPath ofTrusted(List<Name> names) {
    return names.isEmpty() ? ROOT : new FsPath(List.copyOf(names));
  }

  private static FsPath checkedDepth(List<Name> names) {
    if (names.size() > DEPTH_MAX) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_PATH, "A path must have at most 1000 components")
          .with("depth", names.size())
          .with("hint", "Use a flatter directory layout");
    }
    return names.isEmpty() ? ROOT : new FsPath(Collections.unmodifiableList(names));
  }

  private static NamespaceException invalid(String message, String text, String hint) {
    String shown = text.length() <= 200 ? text : text.substring(0, 200) + "…";
    return new NamespaceException(NamespaceException.Code.INVALID_PATH, message)
        .with("path", shown)
        .with("hint", hint);
  }

  /**
   * Checks the further rules of stock HDFS for names that are newly made: its clients can't address
   * a name with a colon, and /.reserved is not a real directory.
   *
   * @throws NamespaceException with code INVALID_PATH
   */
  public void requireCreatable() {
    for (Name name : components) {
      if (name.toString().indexOf(':') >= 0) {
        throw invalid(
            "A new name must not contain ':', which HDFS clients can't address",
            toString(),
            "Replace ':' by another character");
      }
    }
    if (!components.isEmpty() && components.get(0).toString().equals(".reserved")) {
      throw invalid("The name /.reserved is reserved", toString(), "Choose another name");
    }
  }

  public List<Name> components() {
    return components;
  }

  public int depth() {
    return components.size();
  }

  public boolean isRoot() {
    return components.isEmpty();
  }

  /** The last component; the root's is the empty name. */
  public Name last() {
    return isRoot() ? Name.ROOT : components.get(components.size() - 1);
  }

  /** The path above; not for the root. */
  public FsPath parent() {
    if (isRoot()) {
      throw new IllegalStateException("The root has no parent");
    }
    return prefix(depth() - 1);
  }

  /** The first components. */
  public FsPath prefix(int depth) {
    return depth == 0 ? ROOT : new FsPath(components.subList(0, depth));
  }

  /** The path of a child; checks the depth. */
  public FsPath child(Name name) {
    List<Name> names = new ArrayList<>(components.size() + 1);
    names.addAll(components);
    names.add(name);
    return checkedDepth(names);
  }

  /** Whether this path is the other one or below it. */
  public boolean startsWith(FsPath other) {
    return other.depth() <= depth()
        && components.subList(0, other.depth()).equals(other.components);
  }

  @Override
  public int compareTo(FsPath other) {
    int common = Math.min(depth(), other.depth());
    for (int i = 0; i < common; i++) {
      int byName = components.get(i).compareTo(other.components.get(i));
      if (byName != 0) {
        return byName;
      }
    }
    return Integer.compare(depth(), other.depth());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FsPath p && components.equals(p.components);
  }

  @Override
  public int hashCode() {
    return components.hashCode();
  }

  @Override
  public String toString() {
    if (isRoot()) {
      return "/";
    }
    StringBuilder text = new StringBuilder();
    for (Name name : components) {
      text.append('/').append(name);
    }
    return text.toString();
  }
}
