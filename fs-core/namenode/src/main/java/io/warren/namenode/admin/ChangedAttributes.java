package io.warren.namenode.admin;

import io.warren.namespace.Principals;
import io.warren.namespace.subtree.Attribute;
import io.warren.namespace.subtree.AttributeChange;
import io.warren.namespace.subtree.AttributeChange.Attributes;
import io.warren.namespace.subtree.ChangedInode;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.namespace.subtree.TextAttribute;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inodes with what was changed of them, or shall be: the different changes once, the ids, and for
 * each id the place of its change in the list of changes.
 */
record ChangedAttributes(List<Change> changes, List<Long> inodeIds, List<Integer> changeOf) {
  private static final int MODE_MAX = 01777;
  private static final int POLICY_MAX = 15;
  private static final int CODING_MAX = 127;

  /** Values by name; null where a change leaves one alone. */
  record Values(
      @Nullable String owner,
      @Nullable String group,
      @Nullable Integer mode,
      @Nullable Integer replication,
      @Nullable Integer storagePolicy,
      @Nullable Integer erasureCoding,
      @Nullable String acl,
      @Nullable XattrValue xattr) {
    private static Values of(Attributes attributes, Principals principals) {
      Integer ownerId = attributes.of(Attribute.OWNER);
      Integer groupId = attributes.of(Attribute.GROUP);
      return new Values(
          ownerId == null ? null : principals.userName(ownerId),
          groupId == null ? null : principals.groupName(groupId),
          attributes.of(Attribute.MODE),
          attributes.of(Attribute.REPLICATION),
          attributes.of(Attribute.STORAGE_POLICY),
          attributes.of(Attribute.ERASURE_CODING),
          attributes.texts().get(TextAttribute.ACL),
          XattrValue.of(attributes.texts().get(TextAttribute.XATTR)));
    }
  }

  /**
   * An extended attribute.
   *
   * @param name with its namespace
   * @param value in Base64; null where there is none
   */
  record XattrValue(String name, @Nullable String value) {
    private static @Nullable XattrValue of(@Nullable String text) {
      if (text == null) {
        return null;
      }
      byte[] value = TextAttribute.xattrValue(text);
      return new XattrValue(
          TextAttribute.xattrName(text).toString(),
          value == null ? null : Base64.getEncoder().encodeToString(value));
    }
  }

  record Change(Values from, Values to) {}

  static ChangedAttributes of(List<ChangedInode> changed, Principals principals) {
    Map<AttributeChange, Integer> places = new LinkedHashMap<>();
    List<Change> changes = new ArrayList<>();
    List<Long> inodeIds = new ArrayList<>(changed.size());
    List<Integer> changeOf = new ArrayList<>(changed.size());
    for (ChangedInode each : changed) {
      AttributeChange change = each.change();
      if (places.putIfAbsent(change, places.size()) == null) {
        changes.add(
            new Change(Values.of(change.from(), principals), Values.of(change.to(), principals)));
      }
      inodeIds.add(each.inodeId());
      changeOf.add(places.getOrDefault(change, 0));
    }
    return new ChangedAttributes(changes, inodeIds, changeOf);
  }

  /** What a body asks to be changed; a problem when it does not hang together. */
  static SubtreeChange.Restore read(AdminRequest.Body body, Principals principals) {
    int max = SubtreeStep.NAMED_MAX;
    List<AttributeChange> changes = new ArrayList<>();
    for (AdminRequest.Body change : body.objects("changes", max)) {
      changes.add(
          new AttributeChange(
              attributes(change, "from", principals), attributes(change, "to", principals)));
    }
    List<Long> inodeIds = body.numbers("inode_ids", 1, max);
    List<Long> changeOf = body.numbers("change_of", 0, max);
    Map<Long, AttributeChange> wanted = new HashMap<>();
    for (int i = 0; i < inodeIds.size(); i++) {
      boolean known = i < changeOf.size() && changeOf.get(i) < changes.size();
      if (!known || wanted.put(inodeIds.get(i), changes.get(changeOf.get(i).intValue())) != null) {
        throw Problem.invalid(
            "The lists do not belong together",
            "Give each inode once, and in change_of the place of its change in changes");
      }
    }
    return new SubtreeChange.Restore(wanted);
  }

  private static Attributes attributes(
      AdminRequest.Body change, String side, Principals principals) {
    AdminRequest.Body values = change.object(side);
    if (values == null) {
      throw Problem.invalid("A member is missing", "Give from and to of each change");
    }
    String owner = values.text("owner");
    String group = values.text("group");
    Map<Attribute, Integer> given = new EnumMap<>(Attribute.class);
    put(given, Attribute.OWNER, owner == null ? null : principals.userId(owner));
    put(given, Attribute.GROUP, group == null ? null : principals.groupId(group));
    put(given, Attribute.MODE, number(values, "mode", 0, MODE_MAX));
    put(given, Attribute.REPLICATION, number(values, "replication", 1, Short.MAX_VALUE));
    put(given, Attribute.STORAGE_POLICY, number(values, "storage_policy", 0, POLICY_MAX));
    put(given, Attribute.ERASURE_CODING, number(values, "erasure_coding", -1, CODING_MAX));
    return new Attributes(given, texts(values));
  }

  private static Map<TextAttribute, String> texts(AdminRequest.Body values) {
    Map<TextAttribute, String> given = new EnumMap<>(TextAttribute.class);
    String acl = values.text("acl");
    if (acl != null) {
      given.put(TextAttribute.ACL, TextChanges.aclText(acl));
    }
    AdminRequest.Body xattr = values.object("xattr");
    if (xattr != null) {
      given.put(TextAttribute.XATTR, TextChanges.xattrText(xattr));
    }
    return given;
  }

  private static void put(
      Map<Attribute, Integer> values, Attribute attribute, @Nullable Integer value) {
    if (value != null) {
      values.put(attribute, value);
    }
  }

  private static @Nullable Integer number(
      AdminRequest.Body values, String member, int min, int max) {
    Long number = values.number(member, min, max);
    return number == null ? null : number.intValue();
  }
}
