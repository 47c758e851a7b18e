package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a page in an operator's browser can't do to a namenode, and what stock clients still can.
 */
class CrossSiteTest {
  private static final String ME = System.getProperty("user.name");
  private static final String FIREFOX =
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  private static final String HEADER = "X-XSRF-HEADER";
  private static final Path HOME = new Path("/cross-site");
  private static final Path FILE = new Path(HOME, "kept");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void write() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs();
        FSDataOutputStream out = fs.create(FILE)) {
      out.write(new byte[100]);
    }
  }

  @AfterAll
  static void clear() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.delete(HOME, true);
    }
  }

  private static String url(String pathAndQuery) throws Exception {
    return "http://" + RunningCluster.shared().http("nn1") + pathAndQuery;
  }

  private static String webhdfs(Path path, String query) throws Exception {
    return url("/webhdfs/v1" + path + "?user.name=" + ME + "&" + query);
  }

  private static HttpResponse<String> call(String method, String url, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(40))
            .method(method, HttpRequest.BodyPublishers.noBody());
    headers.forEach(request::header);
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static long lengthBytes() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      return fs.getFileStatus(FILE).getLen();
    }
  }

  @Test
  void aPageCannotSendTheCallsThatNeedNoPreflight() throws Exception {
    for (String query :
        List.of("op=TRUNCATE&newlength=0", "op=CONCAT&sources=/cross-site/x", "op=APPEND")) {
      var refused =
          call(
              "POST",
              webhdfs(FILE, query),
              Map.of("User-Agent", FIREFOX, "Content-Type", "text/plain"));
      assertThat(refused.statusCode()).as(query).isEqualTo(400);
      assertThat(refused.body()).contains("Missing Required Header for CSRF");
    }
    assertThat(lengthBytes()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT op=MKDIRS", "PUT op=CREATE", "DELETE op=DELETE&recursive=true"})
  void norOtherCallsThatChangeSomething(String call) throws Exception {
    String[] parts = call.split(" ", 2);
    String url = webhdfs(FILE, parts[1]);
    assertThat(call(parts[0], url, Map.of("User-Agent", FIREFOX)).statusCode()).isEqualTo(400);
    assertThat(lengthBytes()).isEqualTo(100);
  }

  @Test
  void aBrowserIsKnownWhateverItsUserAgentSays() throws Exception {
    String url = webhdfs(FILE, "op=TRUNCATE&newlength=0");
    var origin = Map.of("User-Agent", "curl/8.0", "Origin", "https://pages.example");
    var fetched = Map.of("User-Agent", "private", "Sec-Fetch-Site", "cross-site");
    assertThat(call("POST", url, origin).statusCode()).isEqualTo(400);
    assertThat(call("POST", url, fetched).statusCode()).isEqualTo(400);
    assertThat(lengthBytes()).isEqualTo(100);
  }

  @Test
  void noPreflightIsGranted() throws Exception {
    var answer =
        call(
            "OPTIONS",
            webhdfs(FILE, "op=DELETE"),
            Map.of(
                "User-Agent",
                FIREFOX,
                "Origin",
                "https://pages.example",
                "Access-Control-Request-Method",
                "DELETE"));
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void getsThatChangeSomethingCountAsChanges() throws Exception {
    Map<String, String> page = Map.of("User-Agent", FIREFOX);
    assertThat(call("GET", webhdfs(HOME, "OP=getDelegationToken"), page).statusCode())
        .isEqualTo(400);
    String fsck = url("/fsck?ugi=" + ME + "&path=" + HOME);
    assertThat(call("GET", fsck + "&delete=1", page).statusCode()).isEqualTo(400);
    assertThat(call("GET", fsck, page).statusCode()).isEqualTo(200);
    assertThat(call("GET", fsck + "&delete=1", Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void browsersReadAndChangeWithTheHeader() throws Exception {
    Map<String, String> page = Map.of("User-Agent", FIREFOX);
    assertThat(call("GET", webhdfs(HOME, "op=LISTSTATUS"), page).statusCode()).isEqualTo(200);
    var made =
        call(
            "PUT",
            webhdfs(new Path(HOME, "made"), "op=MKDIRS"),
            Map.of("User-Agent", FIREFOX, "Origin", "http://127.0.0.1", HEADER, "1"));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"curl/8.5.0", "python-requests/2.32.3", "Java/17.0.12", "Wget/1.21.4"})
  void programsNeedNoHeader(String userAgent) throws Exception {
    var made =
        call(
            "PUT",
            webhdfs(new Path(HOME, "by-program"), "op=MKDIRS"),
            Map.of("User-Agent", userAgent));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void theStockFileSystemPassesWithAndWithoutTheSetting(String sendsHeader) throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Configuration conf = new Configuration(cluster.conf());
    conf.set("dfs.webhdfs.rest-csrf.enabled", sendsHeader);
    Path path = new Path(HOME, "stock-" + sendsHeader);
    try (FileSystem web = FileSystem.get(URI.create("webhdfs://" + cluster.http("nn1")), conf)) {
      try (FSDataOutputStream out = web.create(path)) {
        out.write(new byte[10]);
      }
      assertThat(web.truncate(path, 4)).isFalse();
      assertThat(web.delete(path, false)).isTrue();
    }
  }

  @Test
  void theOperatorMaySwitchItOff() throws Exception {
    RunningCluster open =
        RunningCluster.start(
            Map.of("dfs.webhdfs.rest-csrf.enabled", "false", "warren.namenode.http.hosts", "*"));
    try {
      String url = "http://" + open.http("nn1") + "/webhdfs/v1/made?op=MKDIRS&user.name=" + ME;
      assertThat(call("PUT", url, Map.of("User-Agent", FIREFOX)).statusCode()).isEqualTo(200);
      assertThat(statusFor(open.http("nn1"), "rebound.example", "/webhdfs/v1/?op=LISTSTATUS"))
          .isEqualTo(200);
    } finally {
      open.close();
    }
  }

  @Test
  void aNameThatIsNotTheNamenodesIsNotAnswered() throws Exception {
    String namenode = RunningCluster.shared().http("nn1");
    String list = "/webhdfs/v1/?op=LISTSTATUS&user.name=" + ME;
    String fsck = "/fsck?path=/cross-site&ugi=" + ME;
    for (String stranger :
        List.of("rebound.example", "rebound.example:9870", "127.0.0.1.rebound.example")) {
      assertThat(statusFor(namenode, stranger, list)).as(stranger).isEqualTo(403);
      assertThat(statusFor(namenode, stranger, fsck)).as(stranger).isEqualTo(403);
    }
    String machine = java.net.InetAddress.getLocalHost().getHostName();
    for (String known :
        List.of(namenode, "localhost", "LOCALHOST.:9870", "10.1.2.3:80", "[::1]:9870", machine)) {
      assertThat(statusFor(namenode, known, list)).as(known).isEqualTo(200);
    }
    assertThat(statusFor(namenode, "scraper.example", "/metrics")).isEqualTo(200);
  }

  /** The answer's status for a request with any Host header, which the JDK's client refuses. */
  private static int statusFor(String namenode, String host, String target) throws IOException {
    URI address = URI.create("http://" + namenode);
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(40_000);
      String request =
          "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(answer);
      return Integer.parseInt(answer.toString(StandardCharsets.UTF_8).split(" ", 3)[1]);
    }
  }
}
