package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The admin API as admin-api.yaml states it. */
class AdminApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode call(String method, String path, @Nullable String body) throws Exception {
    var answer = RunningCluster.shared().admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode problem(int status, String method, String path, @Nullable String body)
      throws Exception {
    var answer = RunningCluster.shared().admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    return JSON.readTree(answer.body());
  }

  private static String query(String path) {
    return "?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  @Test
  void onlyHealthIsOpenToAll() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String root = "http://" + cluster.http("nn1") + "/admin/v1";
    var health = cluster.get(root + "/health");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).isEqualTo("{\"name\":\"nn1\",\"state\":\"serving\"}");
    var refused = cluster.get(root + "/cluster");
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(JSON.readTree(refused.body()).get("code").textValue()).isEqualTo("unauthorized");
  }

  @Test
  void theClusterNamesItsPartsAndCountsBlocks() throws Exception {
    JsonNode cluster = call("GET", "/cluster", null);
    assertThat(cluster.get("store").textValue()).isEqualTo("embedded");
    assertThat(cluster.get("namenodes")).hasSize(2);
    assertThat(cluster.get("datanodes")).hasSize(1);
    assertThat(cluster.get("datanodes").get(0).get("state").textValue()).isEqualTo("live");
    assertThat(cluster.get("capacity_bytes").longValue()).isPositive();
  }

  @Test
  void theFeedTellsCreationRenameAndDeletion() throws Exception {
    String head = call("GET", "/feed?limit=5000", null).get("head").textValue();
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/feed-test/a"));
      fs.rename(new Path("/feed-test/a"), new Path("/feed-test/b"));
      fs.delete(new Path("/feed-test/b"), true);
    }
    List<String> told = new ArrayList<>();
    for (JsonNode event : call("GET", "/feed?wait_ms=1000&after=" + head, null).get("events")) {
      String name = event.get("name").textValue();
      if (name.equals("a") || name.equals("b")) {
        told.add(event.get("operation").textValue() + " " + name);
        if (event.get("operation").textValue().equals("rename")) {
          assertThat(event.get("before").get("name").textValue()).isEqualTo("a");
        } else {
          assertThat(event.get("before").isNull()).isTrue();
        }
        assertThat(event.get("schema").textValue()).isEqualTo("warren.change.v2");
      }
    }
    assertThat(told).containsExactly("create a", "rename b", "delete b");
    assertThat(problem(400, "GET", "/feed?after=xyz", null).get("code").textValue())
        .isEqualTo("invalid_argument");
    String ofAnother = (head.charAt(0) == '0' ? "1" : "0") + head.substring(1);
    assertThat(problem(410, "GET", "/feed?after=" + ofAnother, null).get("code").textValue())
        .isEqualTo("feed_trimmed");
    String ahead = head.substring(0, head.indexOf('-')) + "-" + Long.MAX_VALUE;
    assertThat(problem(410, "GET", "/feed?after=" + ahead, null).get("code").textValue())
        .isEqualTo("feed_set_back");
  }

  @Test
  void aCheckpointIsACopyOfTheStoreUntilItIsDropped() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/checkpoint-test"));
    }
    String head = call("GET", "/feed?limit=5000", null).get("head").textValue();
    JsonNode made = call("POST", "/store/checkpoints", null);
    java.nio.file.Path folder = java.nio.file.Path.of(made.get("folder").textValue());
    assertThat(folder.resolve("WARREN-STORE")).content().contains("state=copy");
    assertThat(made.get("feed_sequence").longValue())
        .isGreaterThanOrEqualTo(Long.parseLong(head.substring(head.lastIndexOf('-') + 1)));
    assertThat(made.get("feed_cursor").textValue()).startsWith(head.substring(0, 8));
    String name = made.get("name").textValue();
    call("DELETE", "/store/checkpoints/" + name, null);
    assertThat(folder).doesNotExist();
    assertThat(problem(404, "DELETE", "/store/checkpoints/" + name, null).get("code").textValue())
        .isEqualTo("not_found");
    assertThat(problem(404, "DELETE", "/store/checkpoints/%2e%2e", null).get("code").textValue())
        .isEqualTo("not_found");
  }

  @Test
  void theLogSinceACheckpointIsCopiedAsFarAsItIsKept() throws Exception {
    JsonNode made = call("POST", "/store/checkpoints", null);
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/log-test"));
    }
    long after = made.get("log_position").longValue();
    JsonNode copied = call("POST", "/store/logs?after=" + after, null);
    java.nio.file.Path file = java.nio.file.Path.of(copied.get("file").textValue());
    assertThat(file).isNotEmptyFile();
    assertThat(copied.get("through").longValue()).isGreaterThan(after);
    assertThat(copied.get("incarnation")).isEqualTo(made.get("incarnation"));
    assertThat(copied.get("feed_sequence").longValue())
        .isGreaterThan(made.get("feed_sequence").longValue());
    // Each is there until the next one is made.
    assertThat(java.nio.file.Path.of(made.get("folder").textValue())).doesNotExist();
    call("DELETE", "/store/logs/" + copied.get("name").textValue(), null);
    assertThat(file).doesNotExist();
    long beyond = copied.get("through").longValue() + 1_000_000;
    assertThat(problem(410, "POST", "/store/logs?after=" + beyond, null).get("code").textValue())
        .isEqualTo("log_trimmed");
    assertThat(problem(400, "POST", "/store/logs", null).get("code")).isNotNull();
  }

  @Test
  void everyInodeIsWalkedInIdOrder() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 7; i++) {
        fs.mkdirs(new Path("/walk-test/d" + i));
      }
    }
    List<String> names = new ArrayList<>();
    long after = 0;
    long before = 0;
    while (true) {
      JsonNode page = call("GET", "/inodes?limit=3&after_id=" + after, null);
      for (JsonNode inode : page.get("inodes")) {
        assertThat(inode.get("inode_id").longValue()).isGreaterThan(before);
        before = inode.get("inode_id").longValue();
        names.add(inode.get("name").textValue());
      }
      assertSameAsColumns(page, call("GET", "/inodes/columns?limit=3&after_id=" + after, null));
      if (page.get("next_after_id").isNull()) {
        break;
      }
      after = page.get("next_after_id").longValue();
    }
    assertThat(names).startsWith("").contains("walk-test", "d0", "d3", "d6");
  }

  private static void assertSameAsColumns(JsonNode page, JsonNode columns) {
    JsonNode inodes = page.get("inodes");
    assertThat(columns.get("next_after_id")).isEqualTo(page.get("next_after_id"));
    JsonNode ids = columns.get("inode_id");
    assertThat(ids).hasSameSizeAs(inodes);
    List<String> members = new ArrayList<>();
    columns.fieldNames().forEachRemaining(members::add);
    members.removeAll(List.of("next_after_id", "ids_below", "as_of_ms"));
    if (!ids.isEmpty()) {
      assertThat(columns.get("ids_below").longValue())
          .isGreaterThan(ids.get(ids.size() - 1).longValue());
    }
    for (int i = 0; i < inodes.size(); i++) {
      // Another test may have changed the inode between the two calls, or removed it.
      if (ids.get(i).equals(inodes.get(i).get("inode_id"))
          && columns.get("logical_time").get(i).equals(inodes.get(i).get("logical_time"))) {
        assertThat(members).hasSize(inodes.get(i).size());
        for (String member : members) {
          assertThat(columns.get(member).get(i)).as(member).isEqualTo(inodes.get(i).get(member));
        }
      }
    }
  }

  @Test
  void pathsAreReadWithTheRightsOfAUser() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/stat-test/x y/z"));
      fs.setPermission(new Path("/stat-test/x y"), new FsPermission((short) 0700));
    }
    JsonNode entry = call("GET", "/namespace/stat" + query("/stat-test/x y"), null);
    assertThat(entry.get("path").textValue()).isEqualTo("/stat-test/x y");
    assertThat(entry.get("children_count").intValue()).isEqualTo(1);
    assertThat(entry.get("mode").intValue()).isEqualTo(0700);
    JsonNode page = call("GET", "/namespace/children" + query("/stat-test/x y"), null);
    assertThat(page.get("entries").get(0).get("path").textValue()).isEqualTo("/stat-test/x y/z");
    assertThat(page.get("next_cursor").isNull()).isTrue();
    String denied = "/namespace/stat" + query("/stat-test/x y/z") + "&as_user=stranger";
    assertThat(problem(403, "GET", denied, null).get("code").textValue())
        .isEqualTo("access_denied");
    assertThat(problem(404, "GET", "/namespace/stat" + query("/none"), null).get("code").asText())
        .isEqualTo("not_found");
    assertThat(problem(400, "GET", "/namespace/stat" + query("none"), null).get("code").asText())
        .isEqualTo("invalid_path");
  }

  @Test
  void groupsAreThoseByWhichPermissionsAreChecked() throws Exception {
    String me = UserGroupInformation.getCurrentUser().getShortUserName();
    JsonNode own = call("GET", "/users/" + me + "/groups", null);
    assertThat(own.get("superuser").booleanValue()).isTrue();
    List<String> groups = new ArrayList<>();
    own.get("groups").forEach(each -> groups.add(each.textValue()));
    assertThat(groups).isEqualTo(UserGroupInformation.createRemoteUser(me).getGroups());
    JsonNode stranger = call("GET", "/users/nobody-knows-him/groups", null);
    assertThat(stranger.get("user").textValue()).isEqualTo("nobody-knows-him");
    assertThat(stranger.get("groups")).isEmpty();
    assertThat(stranger.get("superuser").booleanValue()).isFalse();
  }

  @Test
  void directoriesAreListableByThoseWhoMayReadAndEnterThem() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/list-test/open"));
      fs.mkdirs(new Path("/list-test/shut/below"));
      fs.mkdirs(new Path("/list-test/through/below"));
      fs.create(new Path("/list-test/file")).close();
      fs.setPermission(new Path("/list-test/shut"), new FsPermission((short) 0700));
      fs.setPermission(new Path("/list-test/through"), new FsPermission((short) 0711));
    }
    String question =
        "{\"directories\":[\"/\",\"/list-test/open\",\"/list-test/shut\",\"/list-test/shut/below\","
            + "\"/list-test/through\",\"/list-test/through/below\",\"/list-test/file\",\"/none\",\"x\"]}";
    String me = UserGroupInformation.getCurrentUser().getShortUserName();
    assertThat(listable("stranger", question))
        .containsExactly(true, true, false, false, false, true, false, false, false);
    assertThat(listable(me, question))
        .containsExactly(true, true, true, true, true, true, false, false, false);
    problem(400, "POST", "/users/stranger/listable", "{\"directories\":[1]}");
    problem(400, "POST", "/users/stranger/listable", "{}");
  }

  private static List<Boolean> listable(String user, String question) throws Exception {
    List<Boolean> told = new ArrayList<>();
    call("POST", "/users/" + user + "/listable", question)
        .get("listable")
        .forEach(each -> told.add(each.booleanValue()));
    return told;
  }

  @Test
  void childrenComeInPages() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 5; i++) {
        fs.mkdirs(new Path("/pages-test/p" + i));
      }
    }
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          call(
              "GET",
              "/namespace/children" + query("/pages-test") + "&limit=2&cursor=" + cursor,
              null);
      page.get("entries").forEach(e -> names.add(e.get("name").textValue()));
      cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").textValue();
    } while (cursor != null);
    assertThat(names).containsExactly("p0", "p1", "p2", "p3", "p4");
  }

  @Test
  void aSubtreeIsChangedStepByStep() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 6; i++) {
        fs.create(new Path("/steps-test/d/f" + i)).close();
      }
    }
    JsonNode dry = steps("\"operation\":\"set_owner\",\"owner\":\"eve\",\"dry_run\":true");
    assertThat(dry.get("changed").intValue()).isEqualTo(8);
    JsonNode real = steps("\"operation\":\"set_owner\",\"owner\":\"eve\"");
    assertThat(real.get("changed").intValue()).isEqualTo(8);
    JsonNode again = steps("\"operation\":\"set_owner\",\"owner\":\"eve\"");
    assertThat(again.get("changed").intValue()).isZero();
    String trash = "{\"inode_id\":" + id("/steps-test/d") + ",\"user\":\"eve\",";
    String step = take("trash-test") + "\"step\":1}";
    JsonNode moved = call("POST", "/namespace/trash", trash + step);
    assertThat(moved.get("trash_path").textValue())
        .isEqualTo("/user/eve/.Trash/Current/steps-test/d");
    assertThat(moved.get("files").intValue()).isEqualTo(6);
    JsonNode repeated = call("POST", "/namespace/trash", trash + step);
    assertThat(repeated.get("trash_path")).isEqualTo(moved.get("trash_path"));
    String back = "{\"inode_id\":" + id(moved.get("trash_path").textValue());
    back += ",\"path\":\"/steps-back/new/d\"," + take("restore-trash") + "\"step\":1}";
    JsonNode restored = call("POST", "/namespace/restored", back);
    assertThat(restored.get("path").textValue()).isEqualTo("/steps-back/new/d");
    assertThat(restored.get("files").intValue()).isEqualTo(6);
    assertThat(id("/steps-back/new/d")).isPositive();
    assertThat(call("POST", "/namespace/restored", back).get("path").textValue())
        .isEqualTo("/steps-back/new/d");
    String late = back.replace("restore-trash", take("restore-late-trash").split("\"")[3]);
    assertThat(problem(409, "POST", "/namespace/restored", late).get("code"))
        .hasToString("\"changed_since\"");
    assertThat(problem(400, "POST", "/namespace/trash", trash + "\"job\":\"j\"}").get("code"))
        .hasToString("\"invalid_argument\"");
    assertThat(problem(400, "POST", "/subtree/steps", "{\"operation\":\"boil\"}").get("code"))
        .hasToString("\"invalid_argument\"");
  }

  private static long id(String path) throws Exception {
    return call("GET", "/namespace/stat" + query(path), null).get("inode_id").longValue();
  }

  /** Takes a job; the members of its steps but their number. */
  private static String take(String job) throws Exception {
    String members = "\"job\":\"" + job + "\",\"epoch\":";
    JsonNode taken = call("POST", "/subtree/epochs", "{" + members + "7}");
    assertThat(taken.get("epoch").intValue()).isEqualTo(7);
    return members + "7,";
  }

  @Test
  void aStepIsMadeOnceAndByTheWorkerThatHasTheJob() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 5; i++) {
        fs.create(new Path("/fenced-test/d/f" + i)).close();
      }
      long id = id("/fenced-test");
      String job = take("fenced-test");
      String delete = "{\"operation\":\"delete\",\"inode_id\":" + id + ",\"limit\":3,";
      JsonNode first = call("POST", "/subtree/steps", delete + job + "\"step\":1}");
      fs.rename(new Path("/fenced-test"), new Path("/fenced-test-renamed"));
      fs.mkdirs(new Path("/fenced-test/precious"));
      JsonNode again = call("POST", "/subtree/steps", delete + job + "\"step\":1}");
      assertThat(again.get("changed")).isEqualTo(first.get("changed"));
      assertThat(again.get("cursor")).isEqualTo(first.get("cursor"));
      assertThat(again.get("path").textValue()).isEqualTo("/fenced-test-renamed");
      String older = job.replace(":7,", ":6,");
      assertThat(problem(409, "POST", "/subtree/steps", delete + older + "\"step\":2}").get("code"))
          .hasToString("\"stale_job_epoch\"");
      String old = "{\"job\":\"fenced-test\",\"epoch\":6}";
      assertThat(problem(409, "POST", "/subtree/epochs", old).get("code"))
          .hasToString("\"stale_job_epoch\"");
      String rest = "\"cursor\":" + first.get("cursor") + ",\"limit\":100,\"step\":2}";
      JsonNode last =
          call("POST", "/subtree/steps", delete.replace("\"limit\":3,", "") + job + rest);
      assertThat(last.get("cursor").isNull()).isTrue();
      assertThat(first.get("changed").intValue() + last.get("changed").intValue()).isEqualTo(7);
      assertThat(fs.exists(new Path("/fenced-test-renamed"))).isFalse();
      assertThat(fs.exists(new Path("/fenced-test/precious"))).isTrue();
      String gone = "/namespace/stat?inode_id=" + id;
      assertThat(problem(404, "GET", gone, null).get("code")).hasToString("\"not_found\"");
      assertThat(problem(400, "POST", "/subtree/steps", delete + "\"cursor\":null}").get("code"))
          .hasToString("\"invalid_argument\"");
    }
  }

  @Test
  void stepsTellFormerAclsAndAttributesAndTheseAreRestored() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      Path path = new Path("/texts-test/f");
      fs.create(path).close();
      fs.setXAttr(path, "user.team", "red".getBytes(StandardCharsets.UTF_8));
      String of = ",\"inode_id\":" + id("/texts-test/f") + ",";
      String acl =
          "{\"operation\":\"set_acl\",\"acl_change\":\"modify\",\"acl\":\"user:ana:rw-\"" + of;
      JsonNode done = call("POST", "/subtree/steps", acl + take("acl-test") + "\"step\":1}");
      assertThat(done.at("/attributes/changes/0/to/acl").textValue())
          .isEqualTo("user::rw-,user:ana:rw-,group::r--,mask::rw-,other::r--");
      assertThat(done.at("/attributes/changes/0/from/acl").textValue())
          .isEqualTo("user::rw-,group::r--,other::r--");
      String team =
          "{\"operation\":\"set_xattr\",\"xattr\":\"user.team\",\"xattr_value\":null" + of;
      JsonNode gone = call("POST", "/subtree/steps", team + take("xattr-test") + "\"step\":1}");
      assertThat(gone.at("/attributes/changes/0/from/xattr/value").textValue()).isEqualTo("cmVk");
      assertThat(gone.at("/attributes/changes/0/to/xattr/value").isNull()).isTrue();
      assertThat(fs.getXAttrs(path)).isEmpty();
      for (JsonNode each : List.of(done, gone)) {
        String undo = take(each == done ? "acl-undo" : "xattr-undo") + "\"step\":1}";
        JsonNode change = each.at("/attributes/changes/0");
        String back =
            "{\"changes\":[{\"from\":"
                + change.get("to")
                + ",\"to\":"
                + change.get("from")
                + "}],\"inode_ids\":"
                + each.at("/attributes/inode_ids")
                + ",\"change_of\":[0],";
        JsonNode undone = call("POST", "/subtree/restores", back + undo);
        assertThat(undone.get("changed").intValue()).isOne();
      }
      assertThat(fs.getAclStatus(path).getEntries()).isEmpty();
      assertThat(fs.getXAttr(path, "user.team")).asString(StandardCharsets.UTF_8).isEqualTo("red");
      String part =
          "{\"changes\":[{\"from\":{\"acl\":\"user::rw-\"},\"to\":{\"acl\":\"user::rw-\"}}],"
              + "\"inode_ids\":[1],\"change_of\":[0],\"dry_run\":true}";
      assertThat(problem(400, "POST", "/subtree/restores", part).get("code"))
          .hasToString("\"invalid_argument\"");
      String wrong = acl.replace("ana:rw-", "ana:wr-") + take("acl-wrong") + "\"step\":1}";
      assertThat(problem(400, "POST", "/subtree/steps", wrong).get("code"))
          .hasToString("\"invalid_argument\"");
    }
  }

  @Test
  void stepsMoveInodesOnce() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.create(new Path("/moves-test/f")).close();
      long file = id("/moves-test/f");
      String move = "{\"inode_id\":" + file + ",\"path\":\"/moves-test/new/g\",";
      move += take("move-test") + "\"step\":1}";
      assertThat(call("POST", "/namespace/moves", move).get("path").textValue())
          .isEqualTo("/moves-test/new/g");
      assertThat(call("POST", "/namespace/moves", move).get("files").intValue()).isOne();
      assertThat(id("/moves-test/new/g")).isEqualTo(file);
      String back = "{\"inode_id\":" + file + ",\"path\":\"/moves-test/f\",\"from\":\"%s\",";
      String elsewhere = back.formatted("/moves-test/g") + take("move-late") + "\"step\":1}";
      assertThat(problem(409, "POST", "/namespace/moves", elsewhere).get("code"))
          .hasToString("\"changed_since\"");
      String there = back.formatted("/moves-test/new/g") + take("move-back") + "\"step\":1}";
      call("POST", "/namespace/moves", there);
      assertThat(id("/moves-test/f")).isEqualTo(file);
    }
  }

  @Test
  void stepsTellFormerValuesAndTheseAreRestored() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.create(new Path("/restore-test/f")).close();
      fs.setOwner(new Path("/restore-test/f"), "ann", "people");
      long file = id("/restore-test/f");
      String chown = "{\"operation\":\"set_owner\",\"owner\":\"eve\",\"inode_id\":" + file + ",";
      String job = take("restore-test");
      JsonNode done = call("POST", "/subtree/steps", chown + job + "\"step\":1}");
      JsonNode told = done.get("attributes");
      assertThat(told.get("inode_ids").get(0).longValue()).isEqualTo(file);
      assertThat(told.at("/changes/0/from/owner").textValue()).isEqualTo("ann");
      assertThat(told.at("/changes/0/from/group").isNull()).isTrue();
      assertThat(told.at("/changes/0/to/owner").textValue()).isEqualTo("eve");

      String values = "{\"owner\":\"%s\",\"group\":null,\"mode\":null}";
      String back =
          "{\"changes\":[{\"from\":"
              + values.formatted("eve")
              + ",\"to\":"
              + values.formatted("ann")
              + "}],\"inode_ids\":["
              + file
              + ",999999999],\"change_of\":[0,0],";
      JsonNode dry = call("POST", "/subtree/restores", back + "\"dry_run\":true}");
      assertThat(dry.get("changed").intValue()).isOne();
      assertThat(dry.at("/errors/0/code").textValue()).isEqualTo("gone");
      String undo = back + take("restore-undo") + "\"step\":1}";
      JsonNode restored = call("POST", "/subtree/restores", undo);
      assertThat(restored.get("changed").intValue()).isOne();
      assertThat(fs.getFileStatus(new Path("/restore-test/f")).getOwner()).isEqualTo("ann");
      JsonNode again = call("POST", "/subtree/restores", undo);
      assertThat(again.get("attributes")).isEqualTo(restored.get("attributes"));
      fs.setOwner(new Path("/restore-test/f"), "carl", null);
      JsonNode late =
          call("POST", "/subtree/restores", back + take("restore-late") + "\"step\":1}");
      assertThat(late.get("changed").intValue()).isZero();
      assertThat(late.get("errors")).hasSize(2);
      assertThat(problem(400, "POST", "/subtree/restores", back + "\"dry_run\":false}").get("code"))
          .hasToString("\"invalid_argument\"");
      String twice = back.replace("999999999", Long.toString(file)) + "\"dry_run\":true}";
      assertThat(problem(400, "POST", "/subtree/restores", twice).get("code"))
          .hasToString("\"invalid_argument\"");
    }
  }

  @Test
  void filesAreStoredAsOftenAsAStepSays() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      Path file = new Path("/replication-test/f");
      fs.create(file, (short) 1).close();
      String set =
          "{\"operation\":\"set_replication\",\"inode_id\":" + id("/replication-test") + ",";
      String twice = set + "\"replication\":2,";
      assertThat(call("POST", "/subtree/steps", twice + "\"dry_run\":true}").get("changed"))
          .hasToString("1");
      String job = take("replication-test");
      JsonNode done = call("POST", "/subtree/steps", twice + job + "\"step\":1}");
      assertThat(fs.getFileStatus(file).getReplication()).isEqualTo((short) 2);
      JsonNode change = done.at("/attributes/changes/0");
      assertThat(change.at("/from/replication").intValue()).isOne();
      String back =
          "{\"changes\":[{\"from\":"
              + change.get("to")
              + ",\"to\":"
              + change.get("from")
              + "}],\"inode_ids\":"
              + done.at("/attributes/inode_ids")
              + ",\"change_of\":[0],"
              + job
              + "\"step\":2}";
      assertThat(call("POST", "/subtree/restores", back).get("changed")).hasToString("1");
      assertThat(fs.getFileStatus(file).getReplication()).isEqualTo((short) 1);
      for (String wrong : List.of("\"replication\":0,", "\"replication\":513,", "")) {
        assertThat(problem(400, "POST", "/subtree/steps", set + wrong + "\"dry_run\":true}"))
            .isNotNull();
      }
    }
  }

  @Test
  void chosenInodesAreLookedAtAndChangedIfTheyAreAsTheyWere() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      Path kept = new Path("/chosen-test/d/kept");
      Path other = new Path("/chosen-test/other");
      fs.create(kept).close();
      fs.create(other).close();
      fs.setOwner(kept, "ann", null);
      String ids = "\"inode_ids\":[" + id("/chosen-test/d") + "," + id("/chosen-test/other");
      JsonNode seen = call("POST", "/subtree/looks", "{" + ids + ",999999999]}");
      assertThat(seen.get("entries")).hasSize(2);
      assertThat(seen.at("/missing/0").longValue()).isEqualTo(999999999);
      JsonNode directory = seen.at("/entries/0");
      assertThat(directory.get("path").textValue()).isEqualTo("/chosen-test/d");

      String times =
          ids
              + "],\"logical_times\":["
              + directory.get("logical_time")
              + ","
              + seen.at("/entries/1/logical_time")
              + "],";
      String chown = "{\"operation\":\"set_owner\",\"owner\":\"eve\"," + times;
      assertThat(call("POST", "/subtree/chosen", chown + "\"dry_run\":true}").get("changed"))
          .hasToString("2");
      fs.setOwner(other, "carl", null);
      JsonNode done = call("POST", "/subtree/chosen", chown + take("chosen-test") + "\"step\":1}");
      assertThat(done.get("changed").intValue()).isOne();
      assertThat(done.at("/errors/0/code").textValue()).isEqualTo("changed_since");
      assertThat(done.at("/attributes/changes/0/to/owner").textValue()).isEqualTo("eve");
      assertThat(fs.getFileStatus(kept).getOwner()).isEqualTo("ann");
      assertThat(fs.getFileStatus(other).getOwner()).isEqualTo("carl");

      String trash =
          "{\"user\":\"eve\",\"inode_id\":" + id("/chosen-test/other") + ",\"logical_time\":";
      String late = trash + seen.at("/entries/1/logical_time") + "," + take("chosen-late");
      assertThat(problem(409, "POST", "/namespace/trash", late + "\"step\":1}").get("code"))
          .hasToString("\"changed_since\"");
      String purge = "{\"operation\":\"delete\",\"inode_id\":" + id("/chosen-test/other") + ",";
      String left = "\"only_in_trash\":true,";
      String since = "\"logical_time\":" + seen.at("/entries/1/logical_time") + ",";
      for (String condition : List.of(left, since)) {
        String asked = purge + condition + "\"dry_run\":true}";
        assertThat(problem(409, "POST", "/subtree/steps", asked).get("code"))
            .hasToString("\"changed_since\"");
      }
      assertThat(fs.exists(other)).isTrue();
      String delete = chown.replace("set_owner", "delete") + "\"dry_run\":true}";
      String lists = chown.replace("],\"logical", ",1],\"logical") + "\"dry_run\":true}";
      for (String wrong : List.of(delete, lists, chown + "\"dry_run\":false}")) {
        assertThat(problem(400, "POST", "/subtree/chosen", wrong).get("code"))
            .hasToString("\"invalid_argument\"");
      }
    }
  }

  /** Runs steps of three inodes to the end and adds up what they changed. */
  private static JsonNode steps(String members) throws Exception {
    var total = JSON.createObjectNode().put("changed", 0);
    String root = "{\"inode_id\":" + id("/steps-test") + ",\"limit\":3,";
    String job = take("steps-test-" + System.nanoTime());
    String cursor = "null";
    for (int number = 1; cursor != null; number++) {
      String step = job + "\"step\":" + number + ",\"cursor\":" + cursor + "}";
      JsonNode done = call("POST", "/subtree/steps", root + members + "," + step);
      assertThat(done.get("errors")).isEmpty();
      total.put("changed", total.get("changed").intValue() + done.get("changed").intValue());
      cursor = done.get("cursor").isNull() ? null : done.get("cursor").toString();
    }
    return total;
  }

  @Test
  void quotasAreSetReadAndCleared() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/quota-test/one"));
    }
    String target = "{\"inode_id\":" + id("/quota-test") + "," + take("quota-test");
    JsonNode set = call("PUT", "/namespace/quota", target + "\"step\":1,\"namespace_quota\":10}");
    assertThat(set.get("before").get("namespace_quota").isNull()).isTrue();
    assertThat(set.get("after").get("namespace_quota").intValue()).isEqualTo(10);
    assertThat(set.get("after").get("namespace_used").intValue()).isEqualTo(2);
    JsonNode summary = call("GET", "/namespace/summary" + query("/quota-test"), null);
    assertThat(summary.get("namespace_quota").intValue()).isEqualTo(10);
    JsonNode cleared =
        call("PUT", "/namespace/quota", target + "\"step\":2,\"namespace_quota\":null}");
    assertThat(cleared.get("after").get("namespace_quota").isNull()).isTrue();
    assertThat(cleared.get("after").get("ssd_quota_bytes").isNull()).isTrue();
    String none = target + "\"step\":3,\"namespace_quota\":0}";
    assertThat(problem(400, "PUT", "/namespace/quota", none).get("code"))
        .hasToString("\"invalid_argument\"");
  }

  @Test
  void quotasByTypeAreSetAsExpected() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/type-quota-test"));
    }
    String path = "/type-quota-test";
    String target = "{\"inode_id\":" + id(path) + "," + take("type-quota-test");
    JsonNode set = call("PUT", "/namespace/quota", target + "\"step\":1,\"ssd_quota_bytes\":4096}");
    assertThat(set.get("before").get("ssd_quota_bytes").isNull()).isTrue();
    assertThat(set.get("after").get("ssd_quota_bytes").longValue()).isEqualTo(4096);
    assertThat(set.get("after").get("ssd_used_bytes").longValue()).isZero();
    JsonNode summary = call("GET", "/namespace/summary" + query(path), null);
    assertThat(summary.get("ssd_quota_bytes").longValue()).isEqualTo(4096);
    assertThat(summary.get("disk_quota_bytes").isNull()).isTrue();
    String clear = "\"ssd_quota_bytes\":null,\"expected\":{\"ssd_quota_bytes\":%d}}";
    String wrong = target + "\"step\":2," + clear.formatted(4095);
    assertThat(problem(409, "PUT", "/namespace/quota", wrong).get("code"))
        .hasToString("\"changed_since\"");
    String right = target + "\"step\":2," + clear.formatted(4096);
    JsonNode cleared = call("PUT", "/namespace/quota", right);
    assertThat(cleared.get("after").get("ssd_quota_bytes").isNull()).isTrue();
  }

  @Test
  void metricsSpeakPrometheus() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    cluster.fs("nn1").exists(new Path("/"));
    String text = cluster.get("http://" + cluster.http("nn1") + "/metrics").body();
    assertThat(text)
        .contains("warren_operation_seconds_count{")
        .contains("warren_store_round_trips_total{")
        .contains("warren_leader_epoch{")
        .contains("warren_capacity_bytes{kind=\"total\"");
  }

  @Test
  void aDirectoryIsRepartitionedWhileItIsInUse() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 30; i++) {
        fs.mkdirs(new Path("/partitioning-test/d/c" + i));
      }
      JsonNode before =
          call("GET", "/directories/partitioning" + query("/partitioning-test/d"), null);
      assertThat(before.get("children").textValue()).isEqualTo("by_parent");
      assertThat(before.get("changing").booleanValue()).isFalse();
      assertThat(before.get("children_counted").longValue()).isEqualTo(30);
      assertThat(before.get("work").isNull()).isTrue();
      assertThat(sum(before, "hashed")).isEqualTo(30);
      assertThat(sum(before, "partitions_hashed")).isEqualTo(16);
      List<JsonNode> present = shardsOf(before, "children");
      assertThat(present).hasSize(1);
      assertThat(present.get(0).get("by_parent").intValue()).isEqualTo(30);
      assertThat(present.get(0).get("partitions_by_parent").intValue()).isEqualTo(1);
      String change = "{\"path\":\"/partitioning-test/d\",\"children\":\"hashed\"}";
      JsonNode now = call("PUT", "/directories/partitioning", change);
      assertThat(now.get("children").textValue()).isEqualTo("hashed");
      long deadlineNanos = System.nanoTime() + 20_000_000_000L;
      while (now.get("changing").booleanValue() && System.nanoTime() < deadlineNanos) {
        assertThat(fs.listStatus(new Path("/partitioning-test/d"))).hasSize(30);
        now = call("GET", "/directories/partitioning" + query("/partitioning-test/d"), null);
      }
      assertThat(now.get("changing").booleanValue()).isFalse();
      assertThat(shardsOf(now, "children"))
          .hasSizeGreaterThan(1)
          .allSatisfy(each -> assertThat(each.get("children")).isEqualTo(each.get("hashed")));
      assertThat(fs.listStatus(new Path("/partitioning-test/d"))).hasSize(30);
    }
    String wrong = "{\"path\":\"/partitioning-test\",\"children\":\"sideways\"}";
    assertThat(problem(400, "PUT", "/directories/partitioning", wrong).get("code").textValue())
        .isEqualTo("invalid_argument");
    problem(404, "GET", "/directories/partitioning" + query("/partitioning-test/none"), null);
  }

  private static int sum(JsonNode partitioning, String member) {
    return shardsOf(partitioning, member).stream()
        .mapToInt(each -> each.get(member).intValue())
        .sum();
  }

  /** Those that have any. */
  private static List<JsonNode> shardsOf(JsonNode partitioning, String member) {
    return StreamSupport.stream(partitioning.get("shards").spliterator(), false)
        .filter(each -> each.get(member).intValue() > 0)
        .toList();
  }
}
