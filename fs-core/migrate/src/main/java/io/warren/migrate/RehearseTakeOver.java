package io.warren.migrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.listing.CountedList.Counted;
import io.warren.migrate.rehearse.DatanodeFolder;
import io.warren.migrate.rehearse.FileListing;
import io.warren.migrate.rehearse.Finding;
import io.warren.migrate.rehearse.Findings;
import io.warren.migrate.rehearse.FsckListing;
import io.warren.migrate.rehearse.Rehearsal;
import io.warren.migrate.rehearse.RehearsalException;
import io.warren.migrate.rehearse.ReplicaSource;
import io.warren.namespace.Following;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the blocks of a store with what the datanodes of the old HDFS hold. */
@Command(
    name = "rehearse-take-over",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every block has a good copy, and no copy is wrong or extra",
      "1:nothing was compared",
      "7:compared, and the report names what is not as it should be"
    },
    description = "Compares a store that nobody has open with datanodes' files. Changes neither.")
public final class RehearseTakeOver implements Callable<Integer> {
  /** The exit code of a rehearsal that found something. */
  public static final int EXIT_FOUND = 7;

  private static final String UNFINISHED_SUFFIX = ".part";
  private static final long PROGRESS_BLOCKS = 1_000_000;

  private final PrintStream out = System.out;

  @Option(names = "--store", required = true, description = "The store's folder.")
  private Path store = Path.of("");

  @Option(names = "--data", description = "A datanode's data folder; may be repeated.")
  private List<Path> data = List.of();

  @Option(names = "--list", description = "A list of a datanode's files; may be repeated.")
  private List<Path> lists = List.of();

  @Option(names = "--fsck", description = "What `hdfs fsck / -files -blocks` has printed.")
  private List<Path> fsck = List.of();

  @Option(names = "--report", required = true, description = "A JSON file for the verdict.")
  private Path report = Path.of("");

  @Option(
      names = "--findings",
      required = true,
      description = "A file for all findings, each as a line of JSON.")
  private Path findings = Path.of("");

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command with its answers to what goes wrong. */
  static CommandLine commandLine() {
    return StoppedStore.complaining(
        new CommandLine(new RehearseTakeOver()),
        failure -> "The rehearsal failed, and nothing was changed: " + failure);
  }

  @Override
  public Integer call() throws IOException {
    if (!StoppedStore.isIn(store)) {
      throw new RehearsalException("There is no store in this folder").with("store", store);
    }
    if (fsck.isEmpty() == (data.isEmpty() && lists.isEmpty())) {
      throw new RehearsalException(
          "Name the datanodes' folders or lists of their files, or else fsck's output: the two"
              + " together would count each copy twice");
    }
    long startNs = System.nanoTime();
    Path list = findings.resolveSibling(findings.getFileName() + UNFINISHED_SUFFIX);
    Rehearsal.Compared compared;
    Map<Finding, Counted<ObjectNode>> found;
    long transactionId;
    try (Store opened = EmbeddedStore.open(store, EmbeddedOptions.defaults());
        Findings all = Findings.into(list)) {
      TransactionRunner runner = new TransactionRunner(opened, TransactionRunner.Listener.NONE);
      transactionId =
          runner
              .run(
                  TxOptions.read("followed_position"),
                  tx -> Following.position(tx, LockMode.READ_COMMITTED))
              .map(Following.Position::transactionId)
              .orElse(-1L);
      compared = Rehearsal.run(runner, sources(runner), all, this::tell);
      found = all.counted();
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(list);
      throw e;
    }
    double seconds = (double) (System.nanoTime() - startNs) / TimeUnit.SECONDS.toNanos(1);
    Files.move(list, findings, StandardCopyOption.REPLACE_EXISTING);
    write(compared, found, transactionId, seconds);
    return found.keySet().stream().anyMatch(Finding::isAFault) ? EXIT_FOUND : 0;
  }

  private void tell(long blocks) {
    if (blocks % PROGRESS_BLOCKS == 0) {
      out.printf(Locale.ROOT, "%,d blocks of the store%n", blocks);
    }
  }

  private List<ReplicaSource> sources(TransactionRunner runner) {
    FileSystemIdentity identity =
        FileSystemFormat.load(runner)
            .orElseThrow(
                () ->
                    new RehearsalException(
                        "The store has no identity that datanodes could know: import the fsimage"
                            + " with the NameNode's file VERSION"));
    List<ReplicaSource> sources = new ArrayList<>();
    data.forEach(each -> sources.add(new DatanodeFolder(each, identity)));
    lists.forEach(each -> sources.add(new FileListing(each, identity.blockPoolId())));
    fsck.forEach(each -> sources.add(new FsckListing(each, identity.blockPoolId())));
    return sources;
  }

  private static String verdict(Map<Finding, Counted<ObjectNode>> found) {
    if (found.keySet().stream().anyMatch(Finding::losesData)) {
      return "blocks_missing";
    }
    return found.keySet().stream().anyMatch(Finding::isAFault) ? "readable_with_faults" : "clean";
  }

  private void write(
      Rehearsal.Compared compared,
      Map<Finding, Counted<ObjectNode>> found,
      long transactionId,
      double seconds)
      throws IOException {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("verdict", verdict(found));
    json.put("transaction_id", transactionId);
    json.put("seconds", Math.round(seconds * 10) / 10.0);
    json.put("blocks", compared.blocks());
    json.put("blocks_being_written", compared.open());
    json.put("blocks_being_written_without_copy", compared.openWithout());
    json.put("blocks_of_deleted_files", compared.nobodys());
    json.put("replicas", compared.replicas());
    json.put("replicas_good", compared.good());
    json.put("replicas_newer_than_store", compared.newer());
    ObjectNode bySource = json.putObject("replicas_by_source");
    compared.bySource().forEach(bySource::put);
    json.put("findings_list", findings.toString());
    ObjectNode all = json.putObject("findings");
    for (Finding finding : Finding.values()) {
      Counted<ObjectNode> counted = found.get(finding);
      ObjectNode what = all.putObject(finding.word());
      what.put("count", counted == null ? 0 : counted.count());
      what.put("meaning", finding.meaning());
      if (counted != null) {
        counted.examples().forEach(what.putArray("examples")::add);
      }
    }
    Files.writeString(report, json.toPrettyString() + "\n");
  }
}
