package io.warren.bench.scale;

import io.warren.bench.mix.TreeShape;
import java.util.List;

/**
 * One way to run the mix over NDB.
 *
 * @param name in files and tables, e.g. "namenodes-2"
 * @param title one line for people
 * @param namenodes names of the namenodes that the clients' threads are dealt out to
 * @param shape where the files are
 * @param basePath directory of the run
 * @param hashed whether the one directory's children are spread over partitions
 * @param deeper how many levels deeper than usual the trees are
 */
public record Variant(
    String name,
    String title,
    List<String> namenodes,
    TreeShape shape,
    String basePath,
    boolean hashed,
    int deeper) {
  public Variant {
    namenodes = List.copyOf(namenodes);
  }

  /** The mix on separate trees. */
  public static Variant apart(String name, String title, List<String> namenodes) {
    return new Variant(name, title, namenodes, TreeShape.APART, "/bench-" + name, false, 0);
  }

  /** The same trees, so many directories deeper. */
  public Variant deeperBy(int levels) {
    return new Variant(
        name, title, namenodes, shape, basePath + "/p".repeat(levels), hashed, levels);
  }

  /** The mix in one directory, deep enough that its children are kept by parent by default. */
  public static Variant oneDirectory(
      String name, String title, List<String> namenodes, boolean hashed) {
    return new Variant(
        name, title, namenodes, TreeShape.ONE_DIRECTORY, "/bench/hot/" + name, hashed, 0);
  }
}
