package io.warren.bench.mix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The part of the tree that one thread owns: nobody else changes it, so every operation on it must
 * succeed. Directories have two directories and sixteen files each; names have 34 characters. In a
 * single directory the threads own the names with their number.
 */
final class PathPool {
  static final int DIRECTORIES_PER_DIRECTORY = 2;
  static final int FILES_PER_DIRECTORY = 16;
  private static final int NAME_CHARACTERS = 34;

  /** Few enough for one page of a listing, whatever the number of threads. */
  static final int FILES_TOGETHER = 640;

  private final int thread;
  private final String root;
  private final List<String> directories = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private long names;

  PathPool(MixOptions options, int thread) {
    this.thread = thread;
    if (options.shape() == TreeShape.ONE_DIRECTORY) {
      root = options.basePath();
      directories.add(root);
      for (int i = 0; i < Math.max(1, FILES_TOGETHER / options.threads()); i++) {
        files.add(root + "/" + name('f'));
      }
      return;
    }
    String parent = options.basePath() + (options.shape() == TreeShape.SHARED_TOP ? "/" : "-");
    root = parent + name('t');
    int parentDepth = (int) root.chars().filter(c -> c == '/').count();
    grow(root, options.depth() - parentDepth);
  }

  /** Adds a directory whose deepest files are levels below it. */
  private void grow(String directory, int levels) {
    directories.add(directory);
    for (int i = 0; i < FILES_PER_DIRECTORY; i++) {
      files.add(directory + "/" + name('f'));
    }
    for (int i = 0; levels > 1 && i < DIRECTORIES_PER_DIRECTORY; i++) {
      grow(directory + "/" + name('d'), levels - 1);
    }
  }

  private String name(char kind) {
    String number = String.format(Locale.ROOT, "%c-%04d-%d-", kind, thread, names++);
    return number + "x".repeat(NAME_CHARACTERS - number.length());
  }

  /** Whether a file that a listing shows is this thread's. */
  boolean owns(String path) {
    String prefix = String.format(Locale.ROOT, "f-%04d-", thread);
    return path.startsWith(prefix, path.lastIndexOf('/') + 1);
  }

  /** The directory that everything of this thread is below. */
  String root() {
    return root;
  }

  /** Parents before their children. */
  List<String> directories() {
    return directories;
  }

  List<String> files() {
    return files;
  }

  String directory(RandomGenerator random) {
    return directories.get(random.nextInt(directories.size()));
  }

  String file(RandomGenerator random) {
    return files.get(fileIndex(random));
  }

  int fileIndex(RandomGenerator random) {
    if (files.isEmpty()) {
      throw new IllegalStateException("The mix has deleted every file: use more creates");
    }
    return random.nextInt(files.size());
  }

  /** A path that does not exist yet, in a directory of this thread. */
  String newFile(RandomGenerator random) {
    return directory(random) + "/" + name('f');
  }

  String newDirectory(RandomGenerator random) {
    return directory(random) + "/" + name('d');
  }

  /** A new name in the directory of a file. */
  String sibling(String file) {
    return file.substring(0, file.lastIndexOf('/') + 1) + name('f');
  }

  /** Forgets a file in constant time. */
  void removeFile(int index) {
    String last = files.remove(files.size() - 1);
    if (index < files.size()) {
      files.set(index, last);
    }
  }
}
