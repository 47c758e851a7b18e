package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.load.XattrKind;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.store.schema.Tables;
import java.util.List;
import org.apache.hadoop.fs.XAttr;

/** Edits of erasure-coding policies: which there are, and which directories have them. */
final class CodingEdits {
  private final EditTx edits;

  CodingEdits(EditTx edits) {
    this.edits = edits;
  }

  private ErasureCodingPolicies policies() {
    return ErasureCodingPolicies.read(edits.store());
  }

  /** A NameNode gives a new policy the next number by itself, and one that is there no other. */
  void add(Edit.AddCoding edit) {
    ErasureCodingPolicies present = policies();
    ErasureCodingPolicy told = edit.policy();
    if (present.idOf(told.name()) == null) {
      edits
          .store()
          .insert(
              Tables.ERASURE_CODING_POLICIES,
              new ErasureCodingPolicy(
                  present.freeId(),
                  told.name(),
                  told.codec(),
                  told.dataUnits(),
                  told.parityUnits(),
                  told.cellBytes(),
                  told.state()));
    }
  }

  void change(Edit.ChangeCoding edit) {
    ErasureCodingPolicies present = policies();
    ErasureCodingPolicy policy = present.find(id(present, edit.policy()));
    if (policy != null) {
      edits.store().upsert(Tables.ERASURE_CODING_POLICIES, policy.in(edit.state()));
    }
  }

  private static int id(ErasureCodingPolicies present, String name) {
    Integer id = present.idOf(name);
    if (id == null) {
      throw new EditsException(
              "An edit names an erasure-coding policy that there is not: following ends here")
          .with("policy", name);
    }
    return id;
  }

  /** A directory gets the policy that is among its attributes, if there is one. */
  Inode set(Inode directory, List<XAttr> xattrs) {
    Inode now = directory;
    for (XAttr xattr : xattrs) {
      if (XattrKind.of(xattr) == XattrKind.ERASURE_CODING) {
        int id = id(policies(), XattrKind.codingName(xattr));
        now = now.toBuilder().erasureCodingPolicy(id).build();
      }
    }
    return now;
  }

  /** A directory loses the policy that is among attributes, if there is one. */
  static Inode unset(Inode directory, List<XAttr> xattrs) {
    boolean gone =
        xattrs.stream().anyMatch(xattr -> XattrKind.of(xattr) == XattrKind.ERASURE_CODING);
    return gone ? directory.toBuilder().erasureCodingPolicy(0).build() : directory;
  }
}
