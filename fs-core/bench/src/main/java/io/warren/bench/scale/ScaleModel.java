package io.warren.bench.scale;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the rows of a report say about more machines than were measured on: the processor time of an
 * operation carries over, the throughput of processes that share a few cores does not.
 *
 * @param cores of the machine that everything shared
 * @param storeNodes data nodes of the store
 * @param rows the first is the one with a single namenode
 */
record ScaleModel(int cores, int storeNodes, List<ScaleReport.Row> rows) {
  private static final int CORES_EACH = 8;
  private static final List<Integer> DATA_NODES = List.of(2, 4, 8, 12);
  private static final String WITHOUT_HINTS = "no-hints";
  private static final String WITHOUT_VIEWS = "no-views";
  private static final String DEPTH = "depth-";
  private static final String BY_PARENT = "by-parent";
  private static final String HASHED = "hashed";

  ScaleModel {
    rows = List.copyOf(rows);
  }

  private double perNamenodeCore() {
    return 1e6 / rows.get(0).namenodeCpuUs();
  }

  private double perStoreCore() {
    return 1e6 / rows.get(0).storeCpuUs();
  }

  private Optional<ScaleReport.Row> row(String variant) {
    return rows.stream().filter(r -> r.variant().equals(variant)).findFirst();
  }

  String toMarkdown() {
    StringBuilder text = new StringBuilder("\n## What it says\n\n");
    saturation(text);
    views(text);
    depths(text);
    hints(text);
    hotspot(text);
    text.append("\n## The scale-out model\n\n");
    scaleOut(text);
    machines(text);
    return text.toString();
  }

  private void saturation(StringBuilder text) {
    ScaleReport.Row one = rows.get(0);
    double all = one.namenodeCpuUs() + one.storeCpuUs() + one.clientCpuUs();
    text.append(
        String.format(
            Locale.ROOT,
            "- **The cores are what is full.** Clients, namenodes and data nodes share %d cores. With"
                + " one namenode they use %.0f µs of processor time per operation together, that"
                + " is %.1f of the %d cores at %,.0f ops/s. So more namenodes can't give more"
                + " operations here; their rows show what another namenode costs.%n",
            cores,
            all,
            all * one.operationsPerSecond() / 1e6,
            cores,
            one.operationsPerSecond()));
  }

  private void views(StringBuilder text) {
    ScaleReport.Row with = rows.get(0);
    row(WITHOUT_VIEWS)
        .ifPresent(
            without ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "- **Views of directories** spare the reading of all of a path but its last"
                            + " component. With them an operation costs %.2f of the processor time"
                            + " of the namenode without them and %.2f of that of the data nodes,"
                            + " and throughput is %.2f times that without them.%n",
                        with.namenodeCpuUs() / without.namenodeCpuUs(),
                        with.storeCpuUs() / without.storeCpuUs(),
                        with.operationsPerSecond() / without.operationsPerSecond())));
  }

  private void depths(StringBuilder text) {
    List<ScaleReport.Row> others =
        rows.stream().filter(r -> r.variant().startsWith(DEPTH)).toList();
    if (!others.isEmpty()) {
      String each =
          others.stream()
              .map(
                  r ->
                      String.format(
                          Locale.ROOT,
                          "%.2f at %s",
                          r.operationsPerSecond() / rows.get(0).operationsPerSecond(),
                          r.variant().substring(DEPTH.length())))
              .collect(Collectors.joining(", "));
      text.append("- **Depth**: throughput against that of the first row is ")
          .append(each)
          .append(".\n");
    }
  }

  private void hints(StringBuilder text) {
    ScaleReport.Row with = rows.get(0);
    row(WITHOUT_HINTS)
        .ifPresent(
            without ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "- **Inode hints** let a path be read in one batch. Without them, and without"
                            + " views, an operation"
                            + " costs %.1f times the processor time of the namenode and %.1f times"
                            + " that of the data nodes, and throughput is %.2f of that with them.%n",
                        without.namenodeCpuUs() / with.namenodeCpuUs(),
                        without.storeCpuUs() / with.storeCpuUs(),
                        without.operationsPerSecond() / with.operationsPerSecond())));
  }

  private void hotspot(StringBuilder text) {
    Optional<ScaleReport.Row> parent = row(BY_PARENT);
    Optional<ScaleReport.Row> hashed = row(HASHED);
    if (parent.isPresent() && hashed.isPresent()) {
      text.append(
          String.format(
              Locale.ROOT,
              "- **Everyone in one directory**: hashed children give %.2f of the throughput of"
                  + " children by parent, at %.2f of the data nodes' processor time. By parent, all"
                  + " rows of the directory are served by one thread of one data node; hashing"
                  + " pays once that thread is full, which it can't be where all processes share"
                  + " %d cores, and costs a scan of 16 partitions for each listing.%n",
              hashed.get().operationsPerSecond() / parent.get().operationsPerSecond(),
              hashed.get().storeCpuUs() / parent.get().storeCpuUs(),
              cores));
    }
  }

  private void scaleOut(StringBuilder text) {
    ScaleReport.Row one = rows.get(0);
    text.append(
        String.format(
            Locale.ROOT,
            "The processor time of an operation is what carries over to machines of their own. With"
                + " one namenode it is %.0f µs in the namenode and %.0f µs in the %d data nodes"
                + " together, so a core of a namenode carries about %,.0f operations/s of this mix"
                + " and a core of the store about %,.0f. Namenodes hold no state, and operations on"
                + " different directories share no rows that they lock, so throughput grows with"
                + " the namenodes' cores until the store's are busy: at %.1f cores of namenodes for"
                + " each core of the store.%n",
            one.namenodeCpuUs(),
            one.storeCpuUs(),
            storeNodes,
            perNamenodeCore(),
            perStoreCore(),
            perStoreCore() / perNamenodeCore()));
  }

  private void machines(StringBuilder text) {
    text.append(
        String.format(
            Locale.ROOT,
            "%nCarried over to machines of %d cores, two replicas of every row as here:%n%n"
                + "| data nodes | namenodes that fill them | operations/s |%n|---:|---:|---:|%n",
            CORES_EACH));
    for (int nodes : DATA_NODES) {
      double operations = nodes * CORES_EACH * perStoreCore();
      text.append(
          String.format(
              Locale.ROOT,
              "| %d | %.0f | %,.0f |%n",
              nodes,
              Math.ceil(operations / (CORES_EACH * perNamenodeCore())),
              operations));
    }
    text.append(
        "\nThis is an upper bound, not a measurement: it leaves out the network, the data nodes' own"
            + " coordination of transactions over more nodes, threads that wait for each other"
            + " within a data node, and directories that many clients change at once.\n");
  }
}
