package io.warren.namenode.admin;

import io.warren.namenode.service.AttributeLimits;
import io.warren.namenode.service.StoragePolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.subtree.AttributeSetting;
import io.warren.namespace.subtree.ErasureCodingSetting;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.ReplicationSetting;
import io.warren.namespace.subtree.StoragePolicySetting;
import io.warren.namespace.subtree.SubtreeChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;

/** What steps do, by the names of it in bodies. */
final class StepOperations {
  private static final int MODE_MAX = 01777;

  /**
   * How an operation is asked for.
   *
   * @param members of the body, besides those that all operations have
   */
  private record Asked(List<String> members, Function<AdminRequest.Body, SubtreeChange> read) {}

  private final Map<String, Asked> byName = new LinkedHashMap<>();

  /**
   * What changes keep to.
   *
   * @param files limits of files
   * @param policies those that may be set
   * @param policiesEnabled whether any may be
   * @param attributes of ACLs and extended attributes
   * @param codings the number of an erasure-coding policy that may be set, by its name
   */
  record Rules(
      FileSettings files,
      StoragePolicies policies,
      boolean policiesEnabled,
      AttributeLimits attributes,
      ToIntFunction<String> codings) {
    static Rules of(FileSettings files, Configuration conf, ToIntFunction<String> codings) {
      return new Rules(
          files,
          new StoragePolicies(files),
          conf.getBoolean(
              DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_KEY,
              DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_DEFAULT),
          AttributeLimits.of(conf),
          codings);
    }

    /** Null for the policy of the directory above. */
    private ErasureCodingSetting coding(@Nullable String name) {
      return new ErasureCodingSetting(name == null ? 0 : codings.applyAsInt(name));
    }

    /** Null for the policy of the directory above. */
    private StoragePolicySetting storing(@Nullable String name) {
      if (!policiesEnabled) {
        throw Problem.invalid(
            "Storage policies can't be set here",
            DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_KEY + " is false");
      }
      BlockStoragePolicy policy = name == null ? null : policies.named(name);
      if (name != null && policy == null) {
        throw Problem.invalid(
            "There is no such storage policy",
            name
                + " is none of: "
                + policies.all().stream()
                    .map(BlockStoragePolicy::getName)
                    .collect(Collectors.joining(", ")));
      }
      return new StoragePolicySetting(
          policy == null ? 0 : policy.getId(), policies.fixedAtCreation());
    }
  }

  StepOperations(Rules rules) {
    add("count", List.of(), body -> new SubtreeChange.Count());
    add(
        "set_owner",
        List.of("owner", "group"),
        body -> new OwnerSetting(body.text("owner"), body.text("group")));
    add(
        "set_permission",
        List.of("file_mode", "directory_mode"),
        body -> new ModeSetting(mode(body, "file_mode"), mode(body, "directory_mode")));
    add(
        "set_replication",
        List.of("replication"),
        body ->
            ReplicationSetting.within(
                rules.files(), (int) body.requiredNumber("replication", 1, Short.MAX_VALUE)));
    add(
        "set_storage_policy",
        List.of("storage_policy"),
        body -> rules.storing(body.text("storage_policy")));
    add(
        "set_erasure_coding",
        List.of("erasure_coding"),
        body -> rules.coding(body.text("erasure_coding")));
    add("set_acl", List.of("acl_change", "acl"), body -> TextChanges.acl(body, rules.attributes()));
    add(
        "set_xattr",
        List.of("xattr", "xattr_value"),
        body -> TextChanges.xattr(body, rules.attributes()));
    add(
        "delete",
        List.of("logical_time", "only_in_trash"),
        body ->
            new SubtreeChange.Delete(
                body.number("logical_time", 1, Long.MAX_VALUE), body.flag("only_in_trash", false)));
  }

  private void add(
      String name, List<String> members, Function<AdminRequest.Body, SubtreeChange> read) {
    byName.put(name, new Asked(members, read));
  }

  /** All members that a body may have, with those that go with every operation. */
  String[] members(String... always) {
    return Stream.concat(
            Stream.concat(Stream.of("operation"), Stream.of(always)),
            byName.values().stream().flatMap(asked -> asked.members().stream()))
        .toArray(String[]::new);
  }

  /** What a body asks for; a problem when there is no such operation. */
  SubtreeChange read(AdminRequest.Body body) {
    Asked asked = byName.get(body.requiredText("operation"));
    if (asked == null) {
      throw unknown(byName.keySet().stream());
    }
    return asked.read().apply(body);
  }

  /** The same where inodes are named one by one. */
  SubtreeChange readForChosen(AdminRequest.Body body) {
    SubtreeChange change = read(body);
    if (change instanceof SubtreeChange.Count || change instanceof AttributeSetting) {
      return change;
    }
    throw unknown(byName.keySet().stream().filter(name -> !name.equals("delete")));
  }

  private static Problem.ProblemException unknown(Stream<String> known) {
    return Problem.invalid(
        "There is no such operation",
        "operation must be one of: " + String.join(", ", known.toList()));
  }

  private static @Nullable Integer mode(AdminRequest.Body body, String member) {
    Long mode = body.number(member, 0, MODE_MAX);
    return mode == null ? null : mode.intValue();
  }
}
