package io.warren.namespace.acl;

import io.warren.model.NamespaceException;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclEntry.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an ACL changes, by the rules of POSIX.1e draft 17 as HDFS reads them: what a change leaves
 * out is filled in (default entries from the access ones), masks are recalculated unless the caller
 * gives them, and the result is checked as a whole. Nothing here touches a store.
 */
final class AclRules {
  /** Greatest number of entries in each scope. */
  static final int ENTRIES_MAX = 32;

  private static final int NAME_BYTES_MAX = 255;

  private final List<AclEntry> entries = new ArrayList<>();
  private final Map<Scope, AclEntry> masks = new EnumMap<>(Scope.class);
  private final Set<Scope> maskChanged = EnumSet.noneOf(Scope.class);
  private final Set<Scope> changed = EnumSet.noneOf(Scope.class);

  private AclRules() {}

  /** Adds entries, or gives those that are there other rights. */
  static Acl modified(Acl before, List<AclEntry> spec) {
    List<AclEntry> wanted = checkedSpec(spec);
    AclRules rules = new AclRules();
    for (AclEntry entry : before.entries()) {
      AclEntry replacing = findIn(wanted, entry);
      if (replacing == null) {
        rules.keep(entry);
      } else {
        rules.set(replacing);
      }
    }
    List<AclEntry> present = before.entries();
    wanted.stream().filter(entry -> find(present, entry) == null).forEach(rules::set);
    return rules.result();
  }

  /** Removes entries; those that are not there are not missed. */
  static Acl without(Acl before, List<AclEntry> spec) {
    List<AclEntry> unwanted = checkedSpec(spec);
    AclRules rules = new AclRules();
    for (AclEntry entry : before.entries()) {
      if (findIn(unwanted, entry) == null) {
        rules.keep(entry);
      } else {
        rules.changed.add(entry.scope());
        if (entry.type() == Type.MASK) {
          rules.maskChanged.add(entry.scope());
        }
      }
    }
    return rules.result();
  }

  /** Only the access entries. */
  static Acl withoutDefaults(Acl before) {
    return Acl.of(before.entries().stream().filter(e -> e.scope() == Scope.ACCESS).toList());
  }

  /** Replaces each scope that the new entries name. */
  static Acl replaced(Acl before, List<AclEntry> spec) {
    AclRules rules = new AclRules();
    checkedSpec(spec).forEach(rules::set);
    for (AclEntry entry : before.entries()) {
      if (!rules.changed.contains(entry.scope())) {
        rules.keep(entry);
      }
    }
    return rules.result();
  }

  private void set(AclEntry entry) {
    changed.add(entry.scope());
    if (entry.type() == Type.MASK) {
      maskChanged.add(entry.scope());
    }
    keep(entry);
  }

  private void keep(AclEntry entry) {
    if (entry.type() == Type.MASK) {
      masks.put(entry.scope(), entry);
    } else {
      entries.add(entry);
    }
  }

  private Acl result() {
    fillDefaults();
    for (Scope scope : Scope.values()) {
      addMask(scope);
    }
    Collections.sort(entries);
    check(entries);
    for (Scope scope : Scope.values()) {
      requireBase(scope);
    }
    return Acl.of(entries);
  }

  /** A default ACL takes the owner's, the group's and the others' entries that it lacks. */
  private void fillDefaults() {
    if (entries.stream().noneMatch(e -> e.scope() == Scope.DEFAULT)) {
      return;
    }
    for (Type type : List.of(Type.USER, Type.GROUP, Type.OTHER)) {
      AclEntry ofAccess = find(entries, unnamed(Scope.ACCESS, type));
      if (ofAccess != null && find(entries, unnamed(Scope.DEFAULT, type)) == null) {
        entries.add(ofAccess.in(Scope.DEFAULT));
      }
    }
  }

  /**
   * The mask is the caller's, or the one before when nothing in its scope changed; else all that
   * the masked entries grant together.
   */
  private void addMask(Scope scope) {
    List<AclEntry> own = entries.stream().filter(e -> e.scope() == scope).toList();
    if (own.isEmpty()) {
      return;
    }
    boolean needed = own.stream().anyMatch(e -> e.name() != null);
    AclEntry given = masks.get(scope);
    if (given == null && needed && maskChanged.contains(scope)) {
      throw invalid("Invalid ACL: mask is required and cannot be deleted.");
    }
    if (given != null && (!changed.contains(scope) || maskChanged.contains(scope))) {
      entries.add(given);
    } else if (needed || given != null) {
      int union = 0;
      for (AclEntry entry : own) {
        union |= entry.isMasked() ? entry.access().bits() : 0;
      }
      entries.add(new AclEntry(scope, Type.MASK, null, Access.ofBits(union)));
    }
  }

  private void requireBase(Scope scope) {
    if (scope == Scope.DEFAULT && entries.stream().noneMatch(e -> e.scope() == scope)) {
      return;
    }
    for (Type type : List.of(Type.USER, Type.GROUP, Type.OTHER)) {
      if (find(entries, unnamed(scope, type)) == null) {
        throw invalid(
            scope == Scope.ACCESS
                ? "Invalid ACL: the user, group and other entries are required."
                : "Invalid default ACL: the user, group and other entries are required.");
      }
    }
  }

  private static AclEntry unnamed(Scope scope, Type type) {
    return new AclEntry(scope, type, null, Access.NONE);
  }

  private static @Nullable AclEntry find(List<AclEntry> entries, AclEntry subject) {
    for (AclEntry entry : entries) {
      if (entry.sameSubject(subject)) {
        return entry;
      }
    }
    return null;
  }

  /** In a sorted list; of several entries about the same it gives the one that stock HDFS takes. */
  private static @Nullable AclEntry findIn(List<AclEntry> sorted, AclEntry subject) {
    int place = Collections.binarySearch(sorted, subject);
    return place < 0 ? null : sorted.get(place);
  }

  private static List<AclEntry> checkedSpec(List<AclEntry> spec) {
    List<AclEntry> sorted = new ArrayList<>(spec);
    Collections.sort(sorted);
    checkCounts(sorted);
    return sorted;
  }

  private static void check(List<AclEntry> sorted) {
    for (int i = 0; i < sorted.size(); i++) {
      AclEntry entry = sorted.get(i);
      if (i > 0 && entry.sameSubject(sorted.get(i - 1))) {
        throw invalid("Invalid ACL: multiple entries with same scope, type and name.");
      }
      checkName(entry);
    }
    checkCounts(sorted);
  }

  private static void checkCounts(List<AclEntry> sorted) {
    for (Scope scope : Scope.values()) {
      long count = sorted.stream().filter(e -> e.scope() == scope).count();
      if (count > ENTRIES_MAX) {
        throw invalid("Invalid ACL: there are too many entries in one scope")
            .with("scope", scope)
            .with("entries", count)
            .with("entriesMax", ENTRIES_MAX);
      }
    }
  }

  private static void checkName(AclEntry entry) {
    String name = entry.name();
    if (name == null) {
      return;
    }
    if (entry.type() == Type.MASK || entry.type() == Type.OTHER) {
      throw invalid("Invalid ACL: this entry type must not have a name").with("entry", entry);
    }
    boolean odd = name.indexOf(':') >= 0 || name.indexOf(',') >= 0;
    if (odd || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      throw invalid("Invalid ACL: a name has 1 to 255 bytes, without colon and comma")
          .with("entry", entry);
    }
  }

  private static NamespaceException invalid(String message) {
    return new NamespaceException(NamespaceException.Code.INVALID_ACL, message);
  }
}
