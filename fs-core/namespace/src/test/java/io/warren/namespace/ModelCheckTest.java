package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random operations on two namenodes in turn, compared step by step with a tree in memory. */
class ModelCheckTest {
  private static final int STEPS = 1_500;

  /** What the namespace should be: a tree of maps. */
  private static final class Node {
    final boolean directory;
    int mode;
    final TreeMap<String, Node> children = new TreeMap<>();

    Node(boolean directory, int mode) {
      this.directory = directory;
      this.mode = mode;
    }
  }

  private final Node root = new Node(true, 0755);

  @Test
  void randomOperationsMatchTheModel(@TempDir Path folder) {
    long[] hintsMax = {10_000, 8, 10_000, 0};
    for (long seed = 1; seed <= hintsMax.length; seed++) {
      root.children.clear();
      try (TestCluster cluster = TestCluster.open(folder.resolve("seed" + seed))) {
        cluster.withHintsMax(hintsMax[(int) seed - 1]).namenode();
        run(cluster, seed);
        Invariants.check(cluster);
      }
    }
  }

  private void run(TestCluster cluster, long seed) {
    Random random = new Random(seed);
    List<String> done = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      TestCluster.Namenode nn = cluster.at(random.nextInt(2));
      String a = randomPath(random);
      String b = randomPath(random);
      int kind = random.nextInt(12);
      String label = "seed %d step %d: %d %s %s".formatted(seed, step, kind, a, b);
      done.add(label);
      String actual = actual(nn, kind, a, b, random.nextInt(0777));
      String expected = expected(kind, a, b, actual);
      assertThat(actual).as(label).isEqualTo(expected);
      if (step % 100 == 99) {
        compare(cluster, nn, "/", root);
      }
    }
    assertThat(done).hasSize(STEPS);
    compare(cluster, cluster.at(0), "/", root);
  }

  private static String randomPath(Random random) {
    int depth = 1 + random.nextInt(4);
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      path.append('/').append((char) ('a' + random.nextInt(3)));
    }
    return path.toString();
  }

  private String actual(TestCluster.Namenode nn, int kind, String a, String b, int mode) {
    FsPath path = FsPath.parse(a);
    try {
      return switch (kind) {
        case 0, 1, 2 -> answer(nn.run(new Mkdirs(path, 0755, kind > 0), ROOT));
        case 3, 4, 5 -> {
          Inode made = nn.run(new TestCluster.CreateTestFile(path, 0), ROOT);
          yield answer(made.isFile());
        }
        case 6, 7 -> answer(nn.run(new Rename(path, FsPath.parse(b), Rules.LEGACY), ROOT));
        case 8 -> answer(nn.run(new Rename(path, FsPath.parse(b), Rules.OVERWRITE), ROOT));
        case 9 -> answer(nn.run(new Delete(path, false), ROOT));
        case 10 -> answer(nn.run(new Delete(path, true), ROOT));
        default -> {
          nn.run(new SetPermission(path, mode), ROOT);
          yield "mode " + mode;
        }
      };
    } catch (NamespaceException e) {
      return e.code().name();
    }
  }

  private static String answer(boolean value) {
    return Boolean.toString(value);
  }

  /** Does the same to the model; actual tells the mode that was drawn. */
  private String expected(int kind, String a, String b, String actual) {
    if (throughFile(a)) {
      return "PARENT_NOT_DIRECTORY";
    }
    return switch (kind) {
      case 0, 1, 2 -> mkdirs(a, kind > 0);
      case 3, 4, 5 -> create(a);
      case 6, 7 -> throughFile(b) ? "PARENT_NOT_DIRECTORY" : renameLegacy(a, b);
      case 8 -> throughFile(b) ? "PARENT_NOT_DIRECTORY" : renameOver(a, b);
      case 9, 10 -> delete(a, kind == 10);
      default -> chmod(a, actual);
    };
  }

  private @Nullable Node find(String path) {
    Node at = root;
    for (String name : names(path)) {
      at = at == null ? null : at.children.get(name);
    }
    return at;
  }

  private static List<String> names(String path) {
    return FsPath.parse(path).components().stream().map(Object::toString).toList();
  }

  private static String parent(String path) {
    return FsPath.parse(path).parent().toString();
  }

  private static String last(String path) {
    return FsPath.parse(path).last().toString();
  }

  private boolean throughFile(String path) {
    FsPath parsed = FsPath.parse(path);
    for (int depth = 1; depth < parsed.depth(); depth++) {
      Node node = find(parsed.prefix(depth).toString());
      if (node != null && !node.directory) {
        return true;
      }
    }
    return false;
  }

  private String mkdirs(String path, boolean createParent) {
    Node present = find(path);
    if (present != null) {
      return present.directory ? "true" : "ALREADY_EXISTS";
    }
    if (!createParent && find(parent(path)) == null) {
      return "NOT_FOUND";
    }
    Node at = root;
    for (String name : names(path)) {
      at = at.children.computeIfAbsent(name, n -> new Node(true, 0755));
    }
    return "true";
  }

  private String create(String path) {
    Node parent = find(parent(path));
    if (parent == null) {
      return "NOT_FOUND";
    }
    return parent.children.putIfAbsent(last(path), new Node(false, 0644)) == null
        ? "true"
        : "ALREADY_EXISTS";
  }

  private String renameLegacy(String from, String to) {
    Node moving = find(from);
    Node present = find(to);
    String target = present != null && present.directory ? to + "/" + last(from) : to;
    if (moving == null) {
      return "false";
    }
    if (target.equals(from)) {
      return "true";
    }
    Node parent = find(parent(target));
    if (target.startsWith(from + "/") || find(target) != null || parent == null) {
      return "false";
    }
    move(from, target, moving);
    return "true";
  }

  private void move(String from, String to, Node moving) {
    Objects.requireNonNull(find(parent(from))).children.remove(last(from));
    Objects.requireNonNull(find(parent(to))).children.put(last(to), moving);
  }

  private String renameOver(String from, String to) {
    Node moving = find(from);
    if (moving == null) {
      return "NOT_FOUND";
    }
    if (from.equals(to)) {
      return "ALREADY_EXISTS";
    }
    if (to.startsWith(from + "/")) {
      return "INVALID_ARGUMENT";
    }
    Node replaced = find(to);
    if (replaced != null && replaced.directory != moving.directory) {
      return "INVALID_ARGUMENT";
    }
    if (replaced != null && !replaced.children.isEmpty()) {
      return "DIRECTORY_NOT_EMPTY";
    }
    if (find(parent(to)) == null) {
      return "NOT_FOUND";
    }
    move(from, to, moving);
    return "true";
  }

  private String delete(String path, boolean recursive) {
    Node present = find(path);
    if (present == null) {
      return "false";
    }
    if (!present.children.isEmpty() && !recursive) {
      return "DIRECTORY_NOT_EMPTY";
    }
    Objects.requireNonNull(find(parent(path))).children.remove(last(path));
    return "true";
  }

  private String chmod(String path, String actual) {
    Node present = find(path);
    if (present == null) {
      return "NOT_FOUND";
    }
    present.mode = Integer.parseInt(actual.substring("mode ".length()));
    return actual;
  }

  private static void compare(
      TestCluster cluster, TestCluster.Namenode nn, String path, Node expected) {
    List<String> names = cluster.list(nn, path, 2);
    assertThat(names).as(path).containsExactlyElementsOf(expected.children.keySet());
    for (Map.Entry<String, Node> entry : expected.children.entrySet()) {
      String child = (path.equals("/") ? "" : path) + "/" + entry.getKey();
      Inode inode = Objects.requireNonNull(cluster.stat(child), child);
      assertThat(inode.isDirectory()).as(child).isEqualTo(entry.getValue().directory);
      assertThat(inode.mode()).as(child).isEqualTo(entry.getValue().mode);
      if (inode.isDirectory()) {
        compare(cluster, nn, child, entry.getValue());
      }
    }
  }
}
