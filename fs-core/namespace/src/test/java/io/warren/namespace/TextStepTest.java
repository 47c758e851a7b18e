package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.acl.SetAcl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclText;
import io.warren.namespace.subtree.AclSetting;
import io.warren.namespace.subtree.AttributeChange;
import io.warren.namespace.subtree.ChangedInode;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeChange.Chosen;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.namespace.subtree.TextAttribute;
import io.warren.namespace.subtree.XattrSetting;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import io.warren.namespace.xattr.XattrName.Namespace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps that change ACLs and extended attributes, and those that take them back. */
class TextStepTest {
  private static final int FILES = 60;
  private static final XattrName TEAM = new XattrName(Namespace.USER, "team");
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/top/sub");
    for (int i = 0; i < FILES; i++) {
      cluster.createFile(file(i), ROOT, 10);
    }
    cluster.createFile("/top/sub/below", ROOT, 10);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static String file(int number) {
    return String.format("/top/f%03d", number);
  }

  private Inode inode(String path) {
    return Objects.requireNonNull(cluster.stat(path), path);
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private static List<AclEntry> entries(String access, String defaults) {
    List<AclEntry> all = new ArrayList<>(AclText.decode(access, Scope.ACCESS));
    all.addAll(AclText.decode(defaults, Scope.DEFAULT));
    return all;
  }

  private static AclSetting modify(String access, String defaults) {
    return new AclSetting(new AclChange.Modify(entries(access, defaults)));
  }

  private static XattrSetting team(@Nullable String value) {
    byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    return XattrSetting.of(TEAM, bytes, XattrLimits.DEFAULT);
  }

  private List<String> paths() {
    List<String> paths = new ArrayList<>(List.of("/top", "/top/sub", "/top/sub/below"));
    IntStream.range(0, FILES).forEach(i -> paths.add(file(i)));
    return paths;
  }

  /** Mode, ACL and extended attributes of each inode of the tree. */
  private Map<String, String> state() {
    Map<String, String> state = new TreeMap<>();
    for (String path : paths()) {
      GetAcl.Answer acl = run(new GetAcl(FsPath.parse(path)));
      String xattrs =
          run(new GetXattrs(FsPath.parse(path), List.of(), false)).stream()
              .map(each -> each.name() + "=" + new String(each.value(), StandardCharsets.UTF_8))
              .collect(Collectors.joining(" "));
      Inode inode = inode(path);
      state.put(
          path,
          Integer.toOctalString(inode.mode())
              + " "
              + inode.hasAcl()
              + acl.beyondMode()
              + " "
              + inode.has(Inode.XATTRS)
              + xattrs);
    }
    return state;
  }

  /** All steps of a job over /top, each asked for twice. */
  private List<StepResult> all(SubtreeChange change) {
    TestJob job = TestJob.taken(cluster.at(0));
    List<StepResult> results = new ArrayList<>();
    String cursor = null;
    do {
      SubtreeStep step = job.step(inode("/top").id(), cursor, 1000, change);
      StepResult result = run(step);
      long head = cluster.store.feed().head();
      StepResult again = cluster.namenode().run(step, ROOT);
      assertThat(cluster.store.feed().head()).isEqualTo(head);
      assertThat(again.attributes()).isEqualTo(result.attributes());
      assertThat(again.changed()).isEqualTo(result.changed());
      assertThat(again.cursor()).isEqualTo(result.cursor());
      assertThat(result.attributes()).hasSize((int) result.changed());
      job.stored();
      results.add(result);
      cursor = result.cursor();
    } while (cursor != null);
    return results;
  }

  private static List<ChangedInode> changed(List<StepResult> results) {
    return results.stream().flatMap(each -> each.attributes().stream()).toList();
  }

  private static List<String> told(List<StepResult> results) {
    return results.stream()
        .flatMap(each -> each.errors().stream())
        .map(each -> each.code() + " " + each.path())
        .toList();
  }

  /** Takes changes back in steps of as many inodes as one may name. */
  private List<StepResult> restore(List<ChangedInode> changed) {
    TestJob job = TestJob.taken(cluster.at(0));
    List<StepResult> results = new ArrayList<>();
    for (int at = 0; at < changed.size(); at += SubtreeStep.NAMED_TEXTS_MAX) {
      Map<Long, AttributeChange> back = new HashMap<>();
      int end = Math.min(changed.size(), at + SubtreeStep.NAMED_TEXTS_MAX);
      for (ChangedInode each : changed.subList(at, end)) {
        back.put(each.inodeId(), new AttributeChange(each.change().to(), each.change().from()));
      }
      SubtreeChange.Restore restore = new SubtreeChange.Restore(back);
      long would = run(SubtreeStep.restoring(restore, null)).changed();
      StepResult result = run(SubtreeStep.restoring(restore, job.next()));
      assertThat(result.changed()).isEqualTo(would);
      results.add(result);
      job.stored();
    }
    return results;
  }

  private void isTakenBackAndForth(SubtreeChange change, int inodes) {
    Map<String, String> before = state();
    StepResult look = run(new SubtreeStep(inode("/top").id(), null, 1000, true, change, null));
    assertThat(look.changed()).isEqualTo(inodes);
    List<StepResult> done = all(change);
    assertThat(look.attributes())
        .isEqualTo(changed(done).subList(0, Math.min(inodes, SubtreeStep.EXAMPLES_MAX)));
    assertThat(changed(done)).hasSize(inodes);
    assertThat(changed(all(change))).isEmpty();
    Map<String, String> after = state();
    assertThat(after).isNotEqualTo(before);
    List<StepResult> undone = restore(changed(done));
    assertThat(changed(undone)).hasSize(inodes);
    assertThat(state()).isEqualTo(before);
    assertThat(changed(restore(changed(undone)))).hasSize(inodes);
    assertThat(state()).isEqualTo(after);
    assertThat(changed(restore(changed(done)))).hasSize(inodes);
    Invariants.check(cluster);
  }

  @Test
  void aclsAreSetAndTakenBackWithTheModeThatGoesWithThem() {
    isTakenBackAndForth(modify("user:ana:rwx", "user:ana:rwx"), FILES + 3);
    run(new SetAcl(FsPath.parse(file(1)), modify("group:ops:r--", "").change()));
    run(new SetAcl(FsPath.parse("/top/sub"), modify("user:bo:r--", "group:ops:rwx").change()));
    isTakenBackAndForth(new AclSetting(new AclChange.RemoveAll()), 2);
    isTakenBackAndForth(new AclSetting(new AclChange.RemoveDefaults()), 1);
    isTakenBackAndForth(
        new AclSetting(new AclChange.Replace(entries("user::rwx,group::---,other::---", ""))),
        FILES + 3);
  }

  @Test
  void filesGetNoDefaultEntries() {
    List<StepResult> done = all(modify("", "user:default:rwx"));
    assertThat(changed(done)).extracting(ChangedInode::inodeId).hasSize(2);
    assertThat(changed(done))
        .allSatisfy(
            each ->
                assertThat(each.change().to().texts())
                    .containsEntry(
                        TextAttribute.ACL,
                        "user::rwx,group::r-x,other::r-x,default:user::rwx,"
                            + "default:user:default:rwx,default:group::r-x,"
                            + "default:mask::rwx,default:other::r-x"));
    restore(changed(done));
    assertThat(inode("/top").hasAcl()).isFalse();
  }

  @Test
  void xattrsAreSetEmptiedAndTakenAway() {
    isTakenBackAndForth(team("blue"), FILES + 3);
    all(team("blue"));
    isTakenBackAndForth(team(""), FILES + 3);
    isTakenBackAndForth(team(null), FILES + 3);
    assertThat(changed(all(team(null)))).hasSize(FILES + 3);
    assertThat(changed(all(team(null)))).isEmpty();
  }

  @Test
  void whatWasChangedSinceIsLeft() {
    List<ChangedInode> acls = changed(all(modify("user:ana:rwx", "")));
    List<ChangedInode> teams = changed(all(team("blue")));
    run(new SetAcl(FsPath.parse(file(3)), modify("user:ana:r--", "").change()));
    run(new SetXattr(FsPath.parse(file(4)), xattr(TEAM, "red"), true, true, XattrLimits.DEFAULT));
    // Another attribute of the inode is no reason to leave it.
    run(
        new SetXattr(
            FsPath.parse(file(5)),
            xattr(new XattrName(Namespace.USER, "other"), "red"),
            true,
            true,
            XattrLimits.DEFAULT));
    assertThat(told(restore(acls))).containsExactly("changed_since " + file(3));
    assertThat(told(restore(teams))).containsExactly("changed_since " + file(4));
    Invariants.check(cluster);
  }

  private static Xattr xattr(XattrName name, String value) {
    return new Xattr(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatCantBeOrCouldNotBeTakenBackIsLeftAndTold() {
    run(new SetAcl(FsPath.parse(file(3)), modify("user:ana:rwx", "").change()));
    AclChange withoutMask = new AclChange.RemoveEntries(entries("mask::---", ""));
    assertThat(told(all(new AclSetting(withoutMask)))).containsExactly("invalid_acl " + file(3));

    String many =
        IntStream.range(0, 28)
            .mapToObj(i -> "user:somebody-with-a-long-name-" + i + ":r--")
            .collect(Collectors.joining(","));
    run(new SetAcl(FsPath.parse(file(4)), modify(many, "").change()));
    AclSetting plain = new AclSetting(new AclChange.RemoveAll());
    List<StepResult> done = all(plain);
    assertThat(told(done)).containsExactly("too_long_to_keep " + file(4));
    assertThat(inode(file(3)).hasAcl()).isFalse();
    assertThat(inode(file(4)).hasAcl()).isTrue();

    XattrLimits one = new XattrLimits(1, 16_384);
    run(
        new SetXattr(
            FsPath.parse(file(5)),
            xattr(new XattrName(Namespace.TRUSTED, "other"), "red"),
            true,
            true,
            one));
    byte[] blue = "blue".getBytes(StandardCharsets.UTF_8);
    assertThat(told(all(XattrSetting.of(TEAM, blue, one))))
        .containsExactly("xattr_refused " + file(5));
    run(
        new SetXattr(
            FsPath.parse(file(6)), xattr(TEAM, "x".repeat(2000)), true, true, XattrLimits.DEFAULT));
    assertThat(told(all(team(null)))).containsExactly("too_long_to_keep " + file(6));
    Invariants.check(cluster);
  }

  @Test
  void onlyShortAttributesOfUsersAreSet() {
    XattrName system = new XattrName(Namespace.SYSTEM, "team");
    assertThatThrownBy(() -> XattrSetting.of(system, null, XattrLimits.DEFAULT))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("of user. and trusted. alone");
    assertThatThrownBy(() -> team("x".repeat(600)))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("too long to be set by a job");
  }

  @Test
  void formerAclsThatAreAllDifferentAreKept() {
    for (int i = 0; i < FILES; i++) {
      String different =
          i + 1 + "-a-person-with-a-long-name:r--,user:" + i + "-another-with-a-long-name:rw-";
      run(new SetAcl(FsPath.parse(file(i)), modify("user:" + different, "").change()));
    }
    isTakenBackAndForth(new AclSetting(new AclChange.RemoveAll()), FILES);
  }

  @Test
  void chosenInodesAreChangedAsFewAtATimeAsTheRecordHolds() {
    Map<Long, Long> eight = new HashMap<>();
    for (int i = 0; i < SubtreeStep.NAMED_TEXTS_MAX; i++) {
      eight.put(inode(file(i)).id(), inode(file(i)).logicalTime());
    }
    String longest = "x".repeat(200);
    XattrName name = new XattrName(Namespace.USER, longest);
    byte[] value = new byte[360];
    XattrSetting setting = XattrSetting.of(name, value, XattrLimits.DEFAULT);
    TestJob job = TestJob.taken(cluster.at(0));
    SubtreeStep step = SubtreeStep.choosing(new Chosen(setting, eight), job.next());
    assertThat(run(step).changed()).isEqualTo(SubtreeStep.NAMED_TEXTS_MAX);
    assertThat(run(step).attributes()).hasSize(SubtreeStep.NAMED_TEXTS_MAX);
    job.stored();

    Map<Long, Long> nine = new HashMap<>(eight);
    nine.put(inode(file(8)).id(), Chosen.ANY_TIME);
    assertThat(run(SubtreeStep.choosing(new Chosen(setting, nine), null)).changed()).isOne();
    assertThatThrownBy(() -> SubtreeStep.choosing(new Chosen(setting, nine), job.next()))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("no more than its change allows");
  }
}
