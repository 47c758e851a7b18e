package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.AclException;
import org.apache.hadoop.hdfs.server.namenode.StockAcls;
import org.junit.jupiter.api.Test;

/** Random changes of a directory's ACL, over RPC, against Hadoop's own rules. */
class AclComparisonTest {
  private static final long SEED = 20_261_121;
  private static final int CHANGES = 400;
  private static final String[] NAMES = {null, "ann", "bob", "cem"};
  private static final Path FOLDER = new Path("/acl-comparison");

  private final Random random = new Random(SEED);

  private AclEntry entry() {
    AclEntryType type = AclEntryType.values()[random.nextInt(4)];
    boolean named = type == AclEntryType.USER || type == AclEntryType.GROUP;
    return new AclEntry.Builder()
        .setScope(random.nextInt(3) == 0 ? AclEntryScope.DEFAULT : AclEntryScope.ACCESS)
        .setType(type)
        .setName(named || random.nextInt(20) == 0 ? NAMES[random.nextInt(4)] : null)
        .setPermission(FsAction.values()[random.nextInt(8)])
        .build();
  }

  private List<AclEntry> spec(boolean whole) {
    List<AclEntry> spec = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      spec.add(entry());
    }
    if (whole) {
      for (AclEntryType type : List.of(AclEntryType.USER, AclEntryType.GROUP, AclEntryType.OTHER)) {
        boolean there =
            spec.stream()
                .anyMatch(
                    e ->
                        e.getType() == type
                            && e.getName() == null
                            && e.getScope() == AclEntryScope.ACCESS);
        if (!there) {
          spec.add(
              new AclEntry.Builder()
                  .setScope(AclEntryScope.ACCESS)
                  .setType(type)
                  .setPermission(FsAction.values()[random.nextInt(8)])
                  .build());
        }
      }
    }
    return spec;
  }

  private interface Change {
    void apply(FileSystem fs, List<AclEntry> spec) throws Exception;
  }

  private static List<AclEntry> read(FileSystem fs) throws Exception {
    AclStatus status = fs.getAclStatus(FOLDER);
    FsPermission shown = fs.getFileStatus(FOLDER).getPermission();
    assertThat(status.getPermission()).isEqualTo(shown);
    assertThat(fs.getFileStatus(FOLDER).hasAcl()).isEqualTo(!status.getEntries().isEmpty());
    return AclUtil.getAclFromPermAndEntries(shown, status.getEntries());
  }

  @Test
  void everyChangeGivesWhatHadoopsRulesGive() throws Exception {
    int refused = 0;
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(FOLDER);
      for (int i = 0; i < CHANGES; i++) {
        List<AclEntry> before = read(fs);
        int kind = random.nextInt(8);
        StockAcls.Rule rule =
            kind < 4
                ? StockAcls.MODIFY
                : kind < 6
                    ? StockAcls.REMOVE_ENTRIES
                    : kind == 6 ? StockAcls.REPLACE : StockAcls.REMOVE_DEFAULTS;
        Change change =
            kind < 4
                ? (f, s) -> f.modifyAclEntries(FOLDER, s)
                : kind < 6
                    ? (f, s) -> f.removeAclEntries(FOLDER, s)
                    : kind == 6
                        ? (f, s) -> f.setAcl(FOLDER, s)
                        : (f, s) -> f.removeDefaultAcl(FOLDER);
        refused += compare(fs, before, spec(kind == 6), rule, change, i) ? 0 : 1;
      }
    }
    assertThat(refused).as("refused changes, seed %d", SEED).isBetween(10, CHANGES - 100);
  }

  private static boolean compare(
      FileSystem fs,
      List<AclEntry> before,
      List<AclEntry> spec,
      StockAcls.Rule rule,
      Change change,
      int number)
      throws Exception {
    String what = "change %d of seed %d: %s to %s".formatted(number, SEED, spec, before);
    List<AclEntry> expected = null;
    String refusal = "";
    try {
      expected = rule.apply(before, spec);
    } catch (AclException e) {
      refusal = String.valueOf(e.getMessage());
    }
    String answer = "";
    try {
      change.apply(fs, spec);
    } catch (AclException e) {
      answer = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
    assertThat(answer).as(what).isEqualTo(refusal);
    assertThat(read(fs)).as(what).isEqualTo(expected == null ? before : expected);
    return expected != null;
  }
}
