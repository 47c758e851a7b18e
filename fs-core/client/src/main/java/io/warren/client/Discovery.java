package io.warren.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the namenodes, one after the other, who else serves: GET /members at their HTTP addresses
 * answers a line "NAME RPC_ADDRESS HTTP_ADDRESS" for each. The configured addresses are asked first
 * and for ever, so a client whose namenodes all moved away finds them again.
 *
 * <p>What is learnt is as trustworthy as the HTTP connection. Where namenodes authenticate
 * (Kerberos) a false address is refused by the RPC's mutual authentication; without it the RPC is
 * as open as this is. An interval of 0 turns it off: then the configured namenodes are all there
 * are.
 */
final class Discovery implements AutoCloseable {
  /** How often namenodes are asked, in milliseconds; 0 for never. */
  static final String INTERVAL_KEY = "warren.client.discovery.interval.ms";

  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final long INTERVAL_DEFAULT_MS = 10_000;
  private static final int TIMEOUT_MS = 2_000;
  private static final int MEMBERS_MAX = 64;
  private static final int FIELDS = 3;

  private final List<String> configured;
  private final Consumer<List<InetSocketAddress>> found;
  private final ScheduledExecutorService clock;
  private volatile List<String> learnt = List.of();

  private Discovery(List<String> configured, Consumer<List<InetSocketAddress>> found) {
    this.configured = configured;
    this.found = found;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "warren-client-discovery");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Begins to ask.
   *
   * @param found hears of the RPC addresses of all namenodes; never of none
   */
  static Discovery start(
      Configuration conf, String nameservice, Consumer<List<InetSocketAddress>> found) {
    List<String> addresses = new ArrayList<>();
    for (String name : conf.getTrimmedStrings("dfs.ha.namenodes." + nameservice)) {
      String address = conf.get("dfs.namenode.http-address." + nameservice + "." + name);
      if (address != null) {
        addresses.add(address);
      }
    }
    Discovery discovery = new Discovery(List.copyOf(addresses), found);
    long intervalMs = conf.getLong(INTERVAL_KEY, INTERVAL_DEFAULT_MS);
    if (intervalMs > 0 && !addresses.isEmpty()) {
      discovery.clock.scheduleWithFixedDelay(
          discovery::guardedRound, 0, intervalMs, TimeUnit.MILLISECONDS);
    }
    return discovery;
  }

  /** A round that failed must not end the others. */
  private void guardedRound() {
    try {
      round();
    } catch (RuntimeException e) {
      LOG.warn("Looking for namenodes failed; it is tried again", e);
    }
  }

  private void round() {
    Set<String> asked = new LinkedHashSet<>(configured);
    asked.addAll(learnt);
    for (String address : asked) {
      try {
        if (tell(ask(address))) {
          return;
        }
      } catch (IOException | IllegalArgumentException e) {
        LOG.debug("{} does not tell the namenodes: {}", address, e.toString());
      }
    }
  }

  private boolean tell(List<String> lines) {
    List<InetSocketAddress> rpc = new ArrayList<>();
    List<String> http = new ArrayList<>();
    for (String line : lines) {
      String[] fields = line.split(" ", -1);
      if (fields.length == FIELDS) {
        rpc.add(NetUtils.createSocketAddr(fields[1]));
        http.add(fields[2]);
      }
    }
    if (rpc.isEmpty()) {
      return false;
    }
    learnt = List.copyOf(http);
    found.accept(rpc);
    return true;
  }

  private static List<String> ask(String address) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create("http://" + address + "/members").toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    connection.setInstanceFollowRedirects(false);
    try {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        return List.of();
      }
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
        return reader.lines().limit(MEMBERS_MAX).toList();
      }
    } finally {
      connection.disconnect();
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
