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
 * @param depth of the deepest files; 0 for what all runs have
 */
public record Variant(
    String name,
    String title,
    List<String> namenodes,
    TreeShape shape,
    String basePath,
    boolean hashed,
    int depth) {
  public Variant {
    namenodes = List.copyOf(namenodes);
  }

  /** The mix on separate trees. */
  public static Variant apart(String name, String title, List<String> namenodes) {
    return new Variant(name, title, namenodes, TreeShape.APART, "/bench-" + name, false, 0);
  }

  /** The same with the deepest files at another depth. */
  public Variant atDepth(int deepest) {
    return new Variant(name, title, namenodes, shape, basePath, hashed, deepest);
  }

  /** The depth of the deepest files, where those of all runs are at a given one. */
  public int depthOr(int ofAllRuns) {
    return depth == 0 ? ofAllRuns : depth;
  }

  /** The mix in one directory, deep enough that its children are kept by parent by default. */
  public static Variant oneDirectory(
      String name, String title, List<String> namenodes, boolean hashed) {
    return new Variant(
        name, title, namenodes, TreeShape.ONE_DIRECTORY, "/bench/hot/" + name, hashed, 0);
  }
}
