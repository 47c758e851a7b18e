package io.warren.namespace.rights;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclEntry.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A whole ACL: the owner's, the owning group's and the others' entries, the named ones with their
 * mask, and the default entries. It is stored partly in the mode and partly in a row; the group's
 * bits of the mode are the mask when there is one.
 */
public final class Acl {
  private static final int MINIMAL_ENTRIES = 3;
  private static final int OWNER_BITS = 0700;
  private static final int SPECIAL_BITS = 01000;

  private final List<AclEntry> access;
  private final List<AclEntry> defaults;

  private Acl(List<AclEntry> access, List<AclEntry> defaults) {
    this.access = List.copyOf(access);
    this.defaults = List.copyOf(defaults);
  }

  /** Of sorted entries of both scopes. */
  public static Acl of(List<AclEntry> entries) {
    return new Acl(
        entries.stream().filter(e -> e.scope() == Scope.ACCESS).toList(),
        entries.stream().filter(e -> e.scope() == Scope.DEFAULT).toList());
  }

  /**
   * The ACL of an inode.
   *
   * @param row null when the inode's features say that there is none
   */
  public static Acl of(Inode inode, @Nullable InodeAcl row) {
    String accessText = row == null ? null : row.access();
    String defaultText = row == null ? null : row.defaults();
    List<AclEntry> access = new ArrayList<>();
    if (accessText == null) {
      access.addAll(ofMode(inode.mode()));
    } else {
      access.add(entry(Type.USER, inode.mode() >> 6));
      access.addAll(AclText.decode(accessText, Scope.ACCESS));
    }
    return new Acl(
        access, defaultText == null ? List.of() : AclText.decode(defaultText, Scope.DEFAULT));
  }

  private static List<AclEntry> ofMode(int mode) {
    return List.of(
        entry(Type.USER, mode >> 6), entry(Type.GROUP, mode >> 3), entry(Type.OTHER, mode));
  }

  private static AclEntry entry(Type type, int bits) {
    return new AclEntry(Scope.ACCESS, type, null, Access.ofBits(bits));
  }

  /** All entries in order. */
  public List<AclEntry> entries() {
    List<AclEntry> all = new ArrayList<>(access);
    all.addAll(defaults);
    return all;
  }

  public List<AclEntry> defaults() {
    return defaults;
  }

  /** Whether the mode says all of the access entries. */
  boolean isMinimal() {
    return access.size() == MINIMAL_ENTRIES;
  }

  /** The entries that a mode cannot say; stock clients put the rest together themselves. */
  public List<AclEntry> beyondMode() {
    List<AclEntry> beyond = new ArrayList<>();
    if (!isMinimal()) {
      beyond.addAll(access.subList(1, access.size() - 2));
    }
    beyond.addAll(defaults);
    return beyond;
  }

  /** The permission bits that go with this ACL; the sticky bit is kept. */
  public int mode(int before) {
    // The last two entries are the mask, or the owning group where there is none, and the others.
    int owner = access.get(0).access().bits();
    int group = access.get(access.size() - 2).access().bits();
    int other = access.get(access.size() - 1).access().bits();
    return (before & SPECIAL_BITS) | owner << 6 | group << 3 | other;
  }

  /** The bits that a mode would have without the named entries and the mask. */
  public int modeWithoutAcl(int before) {
    int group = 0;
    for (AclEntry entry : access) {
      if (entry.type() == Type.GROUP && entry.name() == null) {
        group = entry.access().bits();
      }
    }
    return (mode(before) & ~0070) | group << 3;
  }

  /** The same ACL after a change of the mode. */
  public Acl withMode(int mode) {
    List<AclEntry> changed = new ArrayList<>();
    for (AclEntry entry : access) {
      boolean groupClass = entry.type() == (isMinimal() ? Type.GROUP : Type.MASK);
      if (entry.type() == Type.USER && entry.name() == null) {
        changed.add(entry.with(Access.ofBits(mode >> 6)));
      } else if (groupClass) {
        changed.add(entry.with(Access.ofBits(mode >> 3)));
      } else if (entry.type() == Type.OTHER) {
        changed.add(entry.with(Access.ofBits(mode)));
      } else {
        changed.add(entry);
      }
    }
    return new Acl(changed, defaults);
  }

  /** The row that goes with this ACL; null when the mode says all. */
  public @Nullable InodeAcl row(long inodeId) {
    String accessText = isMinimal() ? null : AclText.encode(access.subList(1, access.size()));
    String defaultText = defaults.isEmpty() ? null : AclText.encode(defaults);
    return accessText == null && defaultText == null
        ? null
        : new InodeAcl(inodeId, accessText, defaultText);
  }

  /** The inode with this ACL's mode and features. */
  public Inode applyTo(Inode inode) {
    return inode.toBuilder()
        .mode((inode.mode() & ~(SPECIAL_BITS | OWNER_BITS | 0077)) | mode(inode.mode()))
        .feature(Inode.ACCESS_ACL, !isMinimal())
        .feature(Inode.DEFAULT_ACL, !defaults.isEmpty())
        .build();
  }

  /**
   * Whether somebody who is not the owner has some rights. A user's entry decides alone; of the
   * groups, any that has the rights is enough; the others' entry counts only for whom no other
   * entry is about.
   *
   * @param user name of the caller
   * @param groups names of the caller's groups
   * @param owningGroup name of the inode's group
   */
  public boolean allows(String user, Set<String> groups, String owningGroup, Access wanted) {
    int mask = access.get(access.size() - 2).access().bits();
    boolean matched = false;
    for (AclEntry entry : access) {
      String name = entry.name();
      int granted = entry.access().bits() & mask;
      boolean enough = (granted & wanted.bits()) == wanted.bits();
      if (entry.type() == Type.USER && user.equals(name)) {
        return enough;
      }
      if (entry.type() == Type.GROUP && groups.contains(name == null ? owningGroup : name)) {
        matched = true;
        if (enough) {
          return true;
        }
      }
    }
    int others = access.get(access.size() - 1).access().bits();
    return !matched && (others & wanted.bits()) == wanted.bits();
  }
}
