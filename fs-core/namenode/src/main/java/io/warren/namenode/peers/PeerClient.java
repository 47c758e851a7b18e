package io.warren.namenode.peers;

import io.warren.model.NamenodeMember;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of other namenodes, through their admin API with the token of namenodes. Thread-safe. */
public final class PeerClient {
  private static final Logger LOG = LoggerFactory.getLogger(PeerClient.class);
  private static final long CONNECT_TIMEOUT_MS = 1_000;

  /** The other one's time for its answer to arrive. */
  private static final long ON_THE_WAY_MS = 1_000;

  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
          .build();
  private final String secret;

  /**
   * @param secret of the token's holder NAMENODE
   */
  public PeerClient(String secret) {
    this.secret = secret;
  }

  /**
   * Has a namenode wait until the writes that are under way there have ended.
   *
   * @return completes with false when it did not say so in time; never exceptionally
   */
  CompletableFuture<Boolean> writesEnded(NamenodeMember member, long timeoutMs) {
    return ask(member, "awaited", timeoutMs);
  }

  /**
   * Has a namenode look whether files are read-only, and then wait as for {@link #writesEnded}.
   *
   * @return as there
   */
  public CompletableFuture<Boolean> readOnlySeen(NamenodeMember member, long timeoutMs) {
    return ask(member, "read-only", timeoutMs);
  }

  private CompletableFuture<Boolean> ask(NamenodeMember member, String what, long timeoutMs) {
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://"
                          + member.httpAddress()
                          + "/admin/v1/writes/"
                          + what
                          + "?timeout_ms="
                          + timeoutMs))
              .timeout(Duration.ofMillis(timeoutMs + ON_THE_WAY_MS))
              .header("Authorization", "Bearer " + secret)
              .GET()
              .build();
    } catch (IllegalArgumentException e) {
      LOG.warn("Namenode {} has no address to ask it at", member.name(), e);
      return CompletableFuture.completedFuture(false);
    }
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .handle((answer, error) -> told(member, answer, error));
  }

  private static boolean told(
      NamenodeMember member, @Nullable HttpResponse<String> answer, @Nullable Throwable error) {
    if (answer == null) {
      LOG.info("Namenode {} did not tell of its writes: {}", member.name(), String.valueOf(error));
      return false;
    }
    if (answer.statusCode() != OK) {
      LOG.info("Namenode {} did not tell of its writes: {}", member.name(), answer.body());
    }
    return answer.statusCode() == OK;
  }
}
