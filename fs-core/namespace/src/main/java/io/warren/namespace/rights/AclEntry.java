package io.warren.namespace.rights;

import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an ACL. Entries sort by scope, type and name, those without a name first.
 *
 * @param name of a user or group; null for the owner, the owning group, the mask and the others
 */
public record AclEntry(Scope scope, Type type, @Nullable String name, Access access)
    implements Comparable<AclEntry> {
  /** What an entry is for. */
  public enum Scope {
    ACCESS,
    DEFAULT
  }

  /** Whom an entry is about, in the order of the entries. */
  public enum Type {
    USER,
    GROUP,
    MASK,
    OTHER
  }

  private static final Comparator<AclEntry> ORDER =
      Comparator.comparing(AclEntry::scope)
          .thenComparing(AclEntry::type)
          .thenComparing(AclEntry::name, Comparator.nullsFirst(Comparator.naturalOrder()));

  public AclEntry {
    if (name != null && name.isEmpty()) {
      name = null;
    }
  }

  /** The same entry with other rights. */
  public AclEntry with(Access rights) {
    return new AclEntry(scope, type, name, rights);
  }

  /** The same entry in another scope. */
  public AclEntry in(Scope other) {
    return new AclEntry(other, type, name, access);
  }

  /** Whether both are entries about the same, whatever the rights. */
  public boolean sameSubject(AclEntry other) {
    return ORDER.compare(this, other) == 0;
  }

  /** Whether the mask limits this entry. */
  public boolean isMasked() {
    return type == Type.GROUP || name != null;
  }

  @Override
  public int compareTo(AclEntry other) {
    return ORDER.compare(this, other);
  }

  /** As {@code setfacl} takes it. */
  @Override
  public String toString() {
    String subject =
        type.name().toLowerCase(Locale.ROOT)
            + ":"
            + (name == null ? "" : name)
            + ":"
            + AclText.rights(access);
    return scope == Scope.DEFAULT ? "default:" + subject : subject;
  }
}
