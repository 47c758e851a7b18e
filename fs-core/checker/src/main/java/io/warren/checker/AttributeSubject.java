package io.warren.checker;

import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.acl.SetAcl;
import io.warren.namespace.policy.GetErasureCoding;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.RemoveXattr;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/** Carries out steps on ACLs, extended attributes and policies. */
final class AttributeSubject {
  private final Cluster cluster;

  AttributeSubject(Cluster cluster) {
    this.cluster = cluster;
  }

  String apply(Step step, CallContext call) {
    FsPath path = FsPath.parse(step.path());
    if (step.kind() == Step.Kind.GET_XATTRS) {
      return values(cluster.at(step.namenode()).run(new GetXattrs(path, List.of(), false), call));
    }
    if (step.kind() == Step.Kind.GET_ACL) {
      GetAcl.Answer answer = cluster.at(step.namenode()).run(new GetAcl(path), call);
      String mode = Integer.toOctalString(answer.status().inode().mode());
      return mode + StoredAttributes.acl(answer.beyondMode());
    }
    if (step.kind() == Step.Kind.GET_EC) {
      return cluster
          .at(step.namenode())
          .run(new GetErasureCoding(path), call)
          .map(ErasureCodingPolicy::name)
          .orElse(Coding.REPLICATION_NAME);
    }
    Boolean changed = cluster.at(step.namenode()).run(operation(step, path), call);
    return changed == null ? "no answer" : "done";
  }

  /** Names and values as the model writes them. */
  static String values(List<Xattr> xattrs) {
    TreeMap<String, Long> values = new TreeMap<>();
    xattrs.forEach(x -> values.put(x.name().name(), ByteBuffer.wrap(x.value()).getLong()));
    return values.toString();
  }

  private static Operation<Boolean> operation(Step step, FsPath path) {
    return switch (step.kind()) {
      case ACL_GRANT -> grant(step, path, AclEntry.Scope.ACCESS);
      case ACL_DEFAULT -> grant(step, path, AclEntry.Scope.DEFAULT);
      case ACL_CLEAR -> new SetAcl(path, new AclChange.RemoveAll());
      case ACL_CLEAR_DEFAULT -> new SetAcl(path, new AclChange.RemoveDefaults());
      case ACL_REVOKE -> {
        List<AclEntry> entries = List.of(entry(step, AclEntry.Scope.ACCESS));
        yield new SetAcl(path, new AclChange.RemoveEntries(entries));
      }
      case SET_XATTR -> {
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(step.number()).array();
        Xattr xattr = new Xattr(name(step), value);
        yield new SetXattr(path, xattr, true, true, XattrLimits.DEFAULT);
      }
      case REMOVE_XATTR -> new RemoveXattr(path, name(step));
      case SET_POLICY -> new SetStoragePolicy(path, (int) step.number(), Set.of());
      case SET_EC -> {
        int id = (int) step.number();
        yield new SetErasureCoding(path, id == 0 ? null : Coding.name(id));
      }
      default -> throw new IllegalArgumentException("No operation on attributes: " + step);
    };
  }

  private static SetAcl grant(Step step, FsPath path, AclEntry.Scope scope) {
    return new SetAcl(path, new AclChange.Modify(List.of(entry(step, scope))));
  }

  private static AclEntry entry(Step step, AclEntry.Scope scope) {
    String[] subject = step.other().split(":", 2);
    AclEntry.Type type = AclEntry.Type.valueOf(subject[0].toUpperCase(Locale.ROOT));
    return new AclEntry(scope, type, subject[1], Access.ofBits((int) step.number()));
  }

  private static XattrName name(Step step) {
    return new XattrName(XattrName.Namespace.USER, step.other());
  }
}
