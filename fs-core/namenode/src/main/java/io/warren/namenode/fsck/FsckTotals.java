package io.warren.namenode.fsck;

import java.io.PrintWriter;

/** What a check has counted. Sizes in bytes. */
final class FsckTotals {
  long files;
  long directories;
  long symlinks;
  long openFiles;
  long sizeBytes;
  long blocks;
  long wellReplicated;
  long underReplicated;
  long overReplicated;
  long missing;
  long corrupt;
  long corruptFiles;
  long missingReplicas;
  long replicas;
  long expectedReplicas;

  boolean healthy() {
    return missing == 0 && corrupt == 0;
  }

  /** The summary; scripts look for these labels. */
  void print(PrintWriter out) {
    out.println();
    out.println("Status: " + (healthy() ? "HEALTHY" : "CORRUPT"));
    line(out, "Total size", sizeBytes + " B");
    line(out, "Total files", files);
    line(out, "Total dirs", directories);
    line(out, "Total symlinks", symlinks);
    if (openFiles > 0) {
      line(out, "Files currently being written", openFiles);
    }
    line(out, "Total blocks (validated)", blocks);
    if (!healthy()) {
      line(out, "Corrupt files", corruptFiles);
      line(out, "Missing blocks", missing);
      line(out, "Corrupt blocks", corrupt);
    }
    line(out, "Fully replicated blocks", share(wellReplicated, blocks));
    line(out, "Over-replicated blocks", share(overReplicated, blocks));
    line(out, "Under-replicated blocks", share(underReplicated, blocks));
    line(
        out,
        "Average block replication",
        blocks == 0 ? "0.0" : String.format("%.2f", (double) replicas / blocks));
    line(out, "Missing replicas", share(missingReplicas, expectedReplicas));
  }

  private static void line(PrintWriter out, String label, Object value) {
    out.println(" " + label + ":\t" + value);
  }

  private static String share(long part, long whole) {
    return whole == 0 ? part + "" : "%d (%.2f %%)".formatted(part, 100.0 * part / whole);
  }
}
