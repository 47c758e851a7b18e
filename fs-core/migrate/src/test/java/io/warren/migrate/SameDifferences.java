package io.warren.migrate;

import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.snapshot.SnapshotDiff;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffReportEntry;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffType;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;

/**
 * What differs between each snapshot and the next one, the last one and the present: what was
 * created, deleted and renamed, a line each.
 *
 * <p>What was renamed and is where it was again is left out, and what was modified: a NameNode
 * names all that was touched in between, Warren what is another one than before.
 */
final class SameDifferences {
  private static final CallContext ROOT = CallContext.system("root");

  private SameDifferences() {}

  /** A comparison of two states of a directory; an empty name is the present. */
  private record Pair(String directory, String from, String to) {
    @Override
    public String toString() {
      return directory + " from " + from + " to " + (to.isEmpty() ? "now" : to);
    }
  }

  private interface Comparison {
    TreeSet<String> lines(Pair pair) throws IOException;
  }

  /** What a stock NameNode says, and in the same order of pairs what Warren says. */
  static List<Map<String, String>> of(StockFileSystem stock, Namespace namespace)
      throws IOException {
    DistributedFileSystem files = stock.files();
    return List.of(of(stock), told(files, pair -> warrenLines(namespace, pair)));
  }

  /** What a stock NameNode says. */
  static Map<String, String> of(StockFileSystem stock) throws IOException {
    DistributedFileSystem files = stock.files();
    return told(files, pair -> stockLines(files, pair));
  }

  private static Map<String, String> told(DistributedFileSystem files, Comparison comparison)
      throws IOException {
    Map<String, String> told = new TreeMap<>();
    for (SnapshottableDirectoryStatus each : files.getSnapshottableDirListing()) {
      String directory = each.getFullPath().toString();
      String last = null;
      for (SnapshotStatus taken : files.getSnapshotListing(each.getFullPath())) {
        String name = taken.getDirStatus().getLocalName();
        if (last != null) {
          tell(comparison, new Pair(directory, last, name), told);
          tell(comparison, new Pair(directory, name, last), told);
        }
        last = name;
      }
      if (last != null) {
        tell(comparison, new Pair(directory, last, ""), told);
      }
    }
    return told;
  }

  private static void tell(Comparison comparison, Pair pair, Map<String, String> told)
      throws IOException {
    for (String line : comparison.lines(pair)) {
      told.put(pair + ": " + line, "");
    }
  }

  private static TreeSet<String> stockLines(DistributedFileSystem files, Pair pair)
      throws IOException {
    TreeSet<String> lines = new TreeSet<>();
    for (DiffReportEntry entry :
        files
            .getSnapshotDiffReport(new Path(pair.directory()), pair.from(), pair.to())
            .getDiffList()) {
      boolean stays =
          entry.getType() == DiffType.RENAME
              && Arrays.equals(entry.getSourcePath(), entry.getTargetPath());
      if (entry.getType() != DiffType.MODIFY && !stays) {
        String target = entry.getTargetPath() == null ? "" : text(entry.getTargetPath());
        lines.add(entry.getType().name() + " " + text(entry.getSourcePath()) + " " + target);
      }
    }
    return lines;
  }

  private static String text(byte[] path) {
    return DFSUtilClient.bytes2String(path);
  }

  private static TreeSet<String> warrenLines(Namespace namespace, Pair pair) {
    SnapshotDiff diff =
        new SnapshotDiff(FsPath.parse(pair.directory()), pair.from(), pair.to(), false);
    TreeSet<String> lines = new TreeSet<>();
    for (SnapshotDiff.Entry entry : namespace.run(diff, ROOT)) {
      if (entry.kind() != SnapshotDiff.Kind.MODIFY) {
        List<Name> target = entry.target();
        lines.add(
            entry.kind().name()
                + " "
                + text(entry.source())
                + " "
                + (target == null ? "" : text(target)));
      }
    }
    return lines;
  }

  private static String text(List<Name> path) {
    return path.stream().map(Name::toString).collect(Collectors.joining("/"));
  }
}
