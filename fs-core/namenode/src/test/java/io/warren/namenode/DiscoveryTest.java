package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.client.RandomProxyProvider;
import io.warren.client.RoundRobinProxyProvider;
import io.warren.client.StickyProxyProvider;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three namenodes, of which a client is told of fewer; it keeps its FileSystem all the time. */
class DiscoveryTest {
  private static final List<String> NAMES = List.of("nn1", "nn2", "nn3");
  private static final int CALLS = 30;

  /** A call that nothing else makes here, so that the namenodes' meters count this client's. */
  private static final Pattern CALLS_SERVED =
      Pattern.compile(
          "warren_operation_seconds_count\\{[^}]*getPreferredBlockSize[^}]*} ([0-9.]+)");

  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init")
  private NamenodeProcess process;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 50);
    // Namenodes leave here by saying so: a pause of the machine must not look like a death, upon
    // which clients rightly go elsewhere.
    conf.setInt("warren.namenode.heartbeat.misses-max", 100);
    process =
        NamenodeProcess.start(
            folder,
            conf,
            NAMES.stream().map(n -> NamenodeSpec.parse(n + ",127.0.0.1:0,127.0.0.1:0")).toList(),
            EmbeddedOptions.withoutSync(),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    process.close();
  }

  private Configuration client(Class<?> provider, String... configured) {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://warren");
    conf.set("dfs.nameservices", "warren");
    conf.set("dfs.ha.namenodes.warren", String.join(",", configured));
    for (String name : configured) {
      NamenodeSpec spec = process.address(name);
      conf.set("dfs.namenode.rpc-address.warren." + name, spec.rpc().toString());
      conf.set("dfs.namenode.http-address.warren." + name, spec.http().toString());
    }
    conf.set("dfs.client.failover.proxy.provider.warren", provider.getName());
    conf.setInt("warren.client.discovery.interval.ms", 50);
    conf.setInt("warren.client.avoid-failed.ms", 300);
    conf.setInt("dfs.client.failover.connection.retries", 0);
    conf.setInt("dfs.client.failover.max.attempts", 60);
    conf.setInt("dfs.client.failover.sleep.base.millis", 20);
    conf.setInt("dfs.client.failover.sleep.max.millis", 200);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  private static void call(FileSystem fs) throws IOException {
    assertThat(((DistributedFileSystem) fs).getClient().getBlockSize("/file")).isPositive();
  }

  private static void makeFile(FileSystem fs) throws IOException {
    fs.create(new org.apache.hadoop.fs.Path("/file")).close();
  }

  private double served(String namenode) {
    URI metrics = URI.create("http://" + process.address(namenode).http() + "/metrics");
    try {
      String text =
          http.send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      Matcher found = CALLS_SERVED.matcher(text);
      double sum = 0;
      while (found.find()) {
        sum += Double.parseDouble(found.group(1));
      }
      return sum;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitCallsAt(FileSystem fs, String namenode) throws Exception {
    RunningCluster.await(
        "a call at " + namenode,
        () -> {
          try {
            call(fs);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          return served(namenode) > 0;
        });
  }

  @ParameterizedTest
  @ValueSource(classes = {RandomProxyProvider.class, RoundRobinProxyProvider.class})
  void aNamenodeThatComesLaterServesAClientThatRunsAlready(Class<?> provider) throws Exception {
    process.stop("nn3");
    try (FileSystem fs = FileSystem.get(client(provider, "nn1", "nn2"))) {
      makeFile(fs);
      awaitCallsAt(fs, "nn1");
      awaitCallsAt(fs, "nn2");
      process.start("nn3");
      awaitCallsAt(fs, "nn3");
      process.stop("nn1");
      process.stop("nn2");
      double before = served("nn3");
      for (int i = 0; i < CALLS; i++) {
        call(fs);
      }
      assertThat(served("nn3") - before).isEqualTo(CALLS);
    }
  }

  /** Which one it is may be any: the client may have heard of all three before its first call. */
  @Test
  void aStickyClientStaysUntilItsNamenodeGoes() throws Exception {
    for (String name : NAMES) {
      RunningCluster.await(
          name + " to know the others", () -> members(name).lines().count() == NAMES.size());
    }
    try (FileSystem fs = FileSystem.get(client(StickyProxyProvider.class, "nn1", "nn2"))) {
      makeFile(fs);
      for (int i = 0; i < CALLS; i++) {
        call(fs);
      }
      String chosen = onlyOneServing(NAMES);
      process.stop(chosen);
      for (int i = 0; i < CALLS; i++) {
        call(fs);
      }
      onlyOneServing(NAMES.stream().filter(name -> !name.equals(chosen)).toList());
    }
  }

  /** The one of these namenodes that has served all calls so far. */
  private String onlyOneServing(List<String> among) {
    Map<String, Double> served = new TreeMap<>();
    among.forEach(name -> served.put(name, served(name)));
    List<String> serving =
        among.stream().filter(name -> served.getOrDefault(name, 0.0) > 0).toList();
    assertThat(serving).as("namenodes that served calls, of %s", served).hasSize(1);
    assertThat(served.get(serving.get(0))).isEqualTo(CALLS);
    return serving.get(0);
  }

  private String members(String namenode) {
    URI uri = URI.create("http://" + process.address(namenode).http() + "/members");
    try {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
