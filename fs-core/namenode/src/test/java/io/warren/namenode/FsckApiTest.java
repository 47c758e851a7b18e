package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A check of a subtree over the admin API, part by part. */
class FsckApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROOT = "/fsck api";

  @BeforeAll
  static void fill() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (String directory : new String[] {"a", "a/deep", "b"}) {
        fs.mkdirs(new Path(ROOT, directory));
        for (int file = 0; file < 12; file++) {
          try (FSDataOutputStream out =
              fs.create(new Path(ROOT, directory + "/ä " + file), (short) 1)) {
            out.write(new byte[100]);
          }
        }
      }
      fs.create(new Path(ROOT, "b/two"), (short) 2).close();
      try (FSDataOutputStream out = fs.create(new Path(ROOT, "b/three"), (short) 3)) {
        out.write(new byte[7]);
      }
      fs.mkdirs(new Path(ROOT, "own"), new FsPermission("700"));
      fs.setPermission(new Path(ROOT, "own"), new FsPermission("700"));
    }
  }

  private static Map<String, Long> checked(String path, int limit) throws Exception {
    Map<String, Long> sums = new HashMap<>();
    String cursor = "";
    for (int part = 0; part < 100; part++) {
      JsonNode told = JSON.readTree(asked(path, "&limit=" + limit + cursor).body());
      told.fields()
          .forEachRemaining(
              each -> {
                if (each.getValue().isIntegralNumber()) {
                  sums.merge(each.getKey(), each.getValue().asLong(), Long::sum);
                }
              });
      sums.merge("found", (long) told.get("found").size(), Long::sum);
      if (told.get("next_cursor").isNull()) {
        return sums;
      }
      cursor = "&cursor=" + encoded(told.get("next_cursor").asText());
    }
    throw new AssertionError("The check of " + path + " does not end");
  }

  private static java.net.http.HttpResponse<String> asked(String path, String more)
      throws Exception {
    String query = "/blocks/fsck?path=" + encoded(path) + more;
    return RunningCluster.shared().admin("nn2", "GET", query, null);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void thePartsAddUpToTheWholeHoweverSmallTheyAre() throws Exception {
    Map<String, Long> whole = checked(ROOT, 20_000);
    assertThat(whole)
        .containsEntry("files", 38L)
        .containsEntry("directories", 5L)
        .containsEntry("length_bytes", 3_607L)
        .containsEntry("blocks", 37L)
        .containsEntry("well_replicated", 36L)
        .containsEntry("under_replicated", 1L)
        .containsEntry("missing_replicas", 2L)
        .containsEntry("missing", 0L)
        .containsEntry("found", 1L);
    for (int limit : new int[] {1, 2, 7, 13}) {
      assertThat(checked(ROOT, limit)).as("parts of %d", limit).isEqualTo(whole);
    }
    assertThat(checked(ROOT + "/b/three", 1)).containsEntry("files", 1L);
  }

  @Test
  void aCheckGoesOnBehindWhatIsGone() throws Exception {
    JsonNode first = JSON.readTree(asked(ROOT + "/a", "&limit=3").body());
    String gone = first.get("next_cursor").asText().replaceAll("[^/]+$", "ä 00-gone");
    JsonNode next = JSON.readTree(asked(ROOT + "/a", "&cursor=" + encoded(gone)).body());
    assertThat(next.get("next_cursor").isNull()).isTrue();
    assertThat(next.get("files").asLong()).isGreaterThan(12);
  }

  @Test
  void whatCanNotBeAskedIsRefused() throws Exception {
    assertThat(asked(ROOT + "/nowhere", "").statusCode()).isEqualTo(404);
    assertThat(asked(ROOT + "/a", "&cursor=" + encoded(ROOT + "/b/two")).statusCode())
        .isEqualTo(400);
    assertThat(asked("relative", "").statusCode()).isEqualTo(400);
    assertThat(asked(ROOT + "/a", "&limit=0").statusCode()).isEqualTo(400);
    assertThat(asked(ROOT + "/own", "&as_user=stranger").statusCode()).isEqualTo(403);
    assertThat(asked(ROOT + "/a", "&as_user=stranger").statusCode()).isEqualTo(200);
  }
}
