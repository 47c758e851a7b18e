package io.warren.checker;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A node's ACL, extended attributes and policies in the model: plain maps. */
final class Attributes {
  private static final int STICKY = 01000;

  /** Rights by "user:NAME" and "group:NAME". */
  final TreeMap<String, Integer> named = new TreeMap<>();

  /** Whether the group's bits of the mode are a mask: from the first named entry to a clear. */
  boolean masked;

  /** The owning group's own rights while there is a mask. */
  int groupRights;

  /** The default ACL: named entries, "owner", "own-group", "mask" and "other"; empty for none. */
  final TreeMap<String, Integer> defaults = new TreeMap<>();

  final TreeMap<String, Long> xattrs = new TreeMap<>();
  int policy;

  /** A file's own, for ever; of a directory what is set on it. */
  int erasureCoding;

  Attributes copy() {
    Attributes same = new Attributes();
    same.named.putAll(named);
    same.masked = masked;
    same.groupRights = groupRights;
    same.defaults.putAll(defaults);
    same.xattrs.putAll(xattrs);
    same.policy = policy;
    same.erasureCoding = erasureCoding;
    return same;
  }

  private static int union(int group, Map<String, Integer> entries) {
    int union = group;
    for (Map.Entry<String, Integer> entry : entries.entrySet()) {
      union |= entry.getKey().contains(":") ? entry.getValue() : 0;
    }
    return union;
  }

  /** Gives a user or group rights of its own; returns the mode with the new mask. */
  int grant(String subject, int rights, int mode) {
    if (!masked) {
      groupRights = (mode >> 3) & 7;
    }
    masked = true;
    named.put(subject, rights);
    return (mode & ~0070) | union(groupRights, named) << 3;
  }

  /** Adds to what children get, which begins as what the node itself has. */
  void grantByDefault(String subject, int rights, int mode) {
    if (defaults.isEmpty()) {
      defaults.put("owner", (mode >> 6) & 7);
      defaults.put("own-group", masked ? groupRights : (mode >> 3) & 7);
      defaults.put("other", mode & 7);
    }
    defaults.put(subject, rights);
    defaults.put("mask", union(defaults.getOrDefault("own-group", 0), defaults));
  }

  /** Takes rights of its own away; returns the mode with the new mask, which stays. */
  int revoke(String subject, int mode) {
    return named.remove(subject) == null ? mode : (mode & ~0070) | union(groupRights, named) << 3;
  }

  /** Takes the ACL away; returns the mode without it. */
  int clear(int mode) {
    int plain = masked ? (mode & ~0070) | groupRights << 3 : mode;
    masked = false;
    named.clear();
    defaults.clear();
    return plain;
  }

  /** Takes over a parent's defaults; returns the mode of a new child that asks for one. */
  int inherit(Attributes parent, boolean directory, int mode) {
    if (parent.defaults.isEmpty()) {
      return mode;
    }
    parent.defaults.forEach(
        (subject, rights) -> {
          if (subject.contains(":")) {
            named.put(subject, rights);
          }
        });
    masked = true;
    groupRights = parent.defaults.getOrDefault("own-group", 0);
    if (directory) {
      defaults.putAll(parent.defaults);
    }
    int limit =
        parent.defaults.getOrDefault("owner", 0) << 6
            | parent.defaults.getOrDefault("mask", 0) << 3
            | parent.defaults.getOrDefault("other", 0);
    return (mode & STICKY) | (mode & limit);
  }

  /** Whether somebody who is not the owner has some rights; only with a mask. */
  boolean allows(String user, Set<String> groups, String owningGroup, int mode, int rights) {
    int mask = (mode >> 3) & 7;
    Integer ofUser = named.get("user:" + user);
    if (ofUser != null) {
      return (ofUser & mask & rights) == rights;
    }
    boolean matched = false;
    for (String group : groups) {
      Integer own = group.equals(owningGroup) ? Integer.valueOf(groupRights) : null;
      for (Integer granted : new Integer[] {own, named.get("group:" + group)}) {
        if (granted != null) {
          matched = true;
          if ((granted & mask & rights) == rights) {
            return true;
          }
        }
      }
    }
    return !matched && (mode & rights) == rights;
  }

  /** What differs from a plain node, as text; empty for nothing. */
  String describe() {
    StringBuilder text = new StringBuilder(acl());
    if (!xattrs.isEmpty()) {
      text.append(" xattrs=").append(xattrs);
    }
    if (policy != 0) {
      text.append(" policy=").append(policy);
    }
    return text + Descriptions.coding(erasureCoding);
  }

  /** The ACL without what the mode says. */
  String acl() {
    String text = masked ? " acl=" + named + groupRights : "";
    return defaults.isEmpty() ? text : text + " default=" + defaults;
  }
}
