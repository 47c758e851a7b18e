package io.warren.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the benchmarks ask of a namenode's admin API. */
public final class AdminClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int REPARTITION_WAIT_SECONDS = 60;
  private static final int OK = 200;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final String root;
  private final String directories;
  private final String token;

  private AdminClient(Peer namenode, String token) {
    this.root = "http://" + namenode.http() + "/admin/v1/";
    this.directories = root + "directories/partitioning";
    this.token = token;
  }

  /** Of one of Warren's namenodes, with the token that it keeps in its home. */
  public static AdminClient of(Peer namenode) throws IOException {
    return new AdminClient(namenode, Files.readString(namenode.adminToken()).strip());
  }

  /**
   * Spreads the children of an existing directory over partitions; returns when all are there.
   *
   * @throws IOException also when it takes longer than a minute
   */
  public void makeHashed(String path) throws IOException, InterruptedException {
    String change = json.writeValueAsString(Map.of("path", path, "children", "hashed"));
    JsonNode state = send(request(directories).PUT(BodyPublishers.ofString(change)));
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPARTITION_WAIT_SECONDS);
    String query = "?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    while (state.path("changing").asBoolean(true)) {
      if (System.nanoTime() > deadlineNs) {
        throw new IOException("The children of " + path + " are still being moved: " + state);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      state = send(request(directories + query).GET());
    }
  }

  /**
   * Waits until all directories of a filled store are counted.
   *
   * @throws IOException also when it takes longer
   */
  public void awaitTotals(int seconds) throws IOException, InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!send(request(root + "totals").GET()).path("counted").asBoolean()) {
      if (System.nanoTime() > deadlineNs) {
        throw new IOException("The directories are still being counted");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  private HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(TIMEOUT)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != OK) {
      throw new IOException("The admin API refused: " + answer.body());
    }
    return json.readTree(answer.body());
  }
}
