package io.warren.namenode;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.namenode.service.StartupException;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The main of a namenode process: one or more namenodes over one metadata store. */
@Command(
    name = "namenode",
    mixinStandardHelpOptions = true,
    description = "Runs namenodes over the metadata store in HOME/store, or on an NDB cluster.")
public final class NamenodeMain implements Callable<Integer> {
  /** The process could not start. */
  static final int EXIT_FAILED = 1;

  private static final Logger LOG = LoggerFactory.getLogger(NamenodeMain.class);

  @Option(
      names = "--home",
      required = true,
      paramLabel = "DIR",
      description =
          "Data folder; the store is in DIR/store, the admin API's tokens in DIR/secrets.")
  private Path home = Path.of(".");

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Folder with core-site.xml and hdfs-site.xml. Default: HOME/conf.")
  private Path conf = Path.of("");

  @Option(
      names = "--store",
      paramLabel = "KIND",
      description = "embedded (in HOME/store) or ndb. Default: ${DEFAULT-VALUE}.")
  private String store = "embedded";

  @Option(
      names = "--ndb-connect",
      paramLabel = "HOST:PORT",
      description = "Management node of the NDB cluster. Default: ${DEFAULT-VALUE}.")
  private String ndbConnect = "127.0.0.1:1186";

  @Option(
      names = "--ndb-database",
      paramLabel = "NAME",
      description = "Database with the metadata tables. Default: ${DEFAULT-VALUE}.")
  private String ndbDatabase = "warren";

  @Option(
      names = "--ndb-connect-timeout-s",
      paramLabel = "SECONDS",
      description = "How long to wait for the cluster at start. Default: ${DEFAULT-VALUE}.")
  private int ndbConnectTimeoutS = 120;

  @Option(
      names = "--namenode",
      required = true,
      paramLabel = "NAME,RPC,HTTP",
      converter = SpecConverter.class,
      description =
          "A namenode: its name, RPC address and HTTP address (HOST:PORT). May be repeated.")
  private List<NamenodeSpec> namenodes = List.of();

  /** Reads --namenode; picocli shows the message with the usage. */
  static final class SpecConverter implements ITypeConverter<NamenodeSpec> {
    @Override
    public NamenodeSpec convert(String value) {
      try {
        return NamenodeSpec.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new NamenodeMain()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    NamenodeProcess process;
    try {
      requireDistinctNames();
      Configuration settings = configuration();
      measureAsHadoop();
      process = NamenodeProcess.start(home, settings, namenodes, provider(), storeConfig());
    } catch (StartupException | IllegalArgumentException e) {
      LOG.debug("Startup failed", e);
      System.err.println("namenode: " + e.getMessage());
      return EXIT_FAILED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::close, "shutdown"));
    process.awaitClosed();
    return 0;
  }

  /** Hadoop's own metrics of RPC and of the JVM become beans, of all namenodes in the process. */
  private static void measureAsHadoop() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    DefaultMetricsSystem.initialize("NameNode");
  }

  private StoreProvider provider() throws StartupException {
    return StoreProvider.find(store)
        .orElseThrow(
            () ->
                new StartupException(
                    "This installation has no store of the kind "
                        + store
                        + (store.equals("ndb") ? ": build it with NDB_HOME set" : "")));
  }

  private StoreConfig storeConfig() {
    long timeoutMs = TimeUnit.SECONDS.toMillis(ndbConnectTimeoutS);
    return new StoreConfig(
        home.resolve("store"), ndbConnect, ndbDatabase, Math.toIntExact(timeoutMs));
  }

  private void requireDistinctNames() throws StartupException {
    Set<String> names = new HashSet<>();
    for (NamenodeSpec spec : namenodes) {
      if (!names.add(spec.name())) {
        throw new StartupException("--namenode gives the name " + spec.name() + " twice");
      }
    }
  }

  private Configuration configuration() throws StartupException {
    Path folder = conf.toString().isEmpty() ? home.resolve("conf") : conf;
    Configuration settings = new HdfsConfiguration();
    for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
      Path site = folder.resolve(file);
      if (!Files.isReadable(site)) {
        throw new StartupException(
            "No readable " + file + " in " + folder + "; give its folder by --conf");
      }
      settings.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    }
    try {
      settings.size();
    } catch (RuntimeException e) {
      throw new StartupException(
          "The configuration in " + folder + " is not valid: " + e.getMessage(), e);
    }
    return settings;
  }
}
