package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.Passing;
import java.util.Set;

/** Who applies which edit. */
final class Handlers {
  private final EditTx edits;
  private final Set<Passing> passing;
  private final TreeEdits tree;
  private final FileEdits files;
  private final AttributeEdits attributes;
  private final CodingEdits codings;
  private final QuotaEdits quotas;
  private final SnapshotEdits snapshots;

  Handlers(EditTx edits, Set<Passing> passing) {
    this.edits = edits;
    this.passing = passing;
    this.tree = new TreeEdits(edits);
    this.files = new FileEdits(edits);
    this.attributes = new AttributeEdits(edits);
    this.codings = new CodingEdits(edits);
    this.quotas = new QuotaEdits(edits);
    this.snapshots = new SnapshotEdits(edits);
  }

  /**
   * Applies an edit.
   *
   * @return false when it must begin the next transaction; nothing was written then
   * @throws EditsException when it can't be applied; what was written of it must not be committed
   */
  boolean apply(Edit edit) {
    if (edit instanceof Edit.OpenFile e) {
      return files.open(e);
    }
    if (edit instanceof Edit.Delete e) {
      return tree.delete(e);
    }
    if (edit instanceof Edit.Rename e) {
      return tree.rename(e);
    }
    if (edit instanceof Edit.MakeDirectory e) {
      return tree.makeDirectory(e);
    }
    if (edit instanceof Edit.MakeSymlink e) {
      return tree.makeSymlink(e);
    }
    if (edit instanceof Edit.Concat e) {
      return files.concat(e);
    }
    if (edit instanceof Edit.SetQuota e) {
      return quotas.set(e);
    }
    if (SnapshotEdits.isOne(edit)) {
      if (!passing.contains(Passing.SNAPSHOTS)) {
        return snapshots.apply(edit);
      }
      snapshots.pass(edit);
      return true;
    }
    applyAtOnce(edit);
    return true;
  }

  private void applyAtOnce(Edit edit) {
    if (edit instanceof Edit.AddBlock e) {
      files.addBlock(e);
    } else if (edit instanceof Edit.CloseFile e) {
      files.close(e);
    } else if (edit instanceof Edit.UpdateBlocks e) {
      files.updateBlocks(e);
    } else if (edit instanceof Edit.Append e) {
      files.append(e);
    } else if (edit instanceof Edit.Truncate e) {
      files.truncate(e);
    } else if (edit instanceof Edit.ReassignLease e) {
      files.reassignLease(e);
    } else if (edit instanceof Edit.GiveBlockId e) {
      files.raise(e.blockId());
    } else if (edit instanceof Edit.RaiseId e) {
      edits.raise(e.kind(), e.value());
    } else if (edit instanceof Edit.NotTaken e) {
      requirePassed(e);
    } else {
      applyAttribute(edit);
    }
  }

  private void applyAttribute(Edit edit) {
    if (edit instanceof Edit.SetPermission e) {
      attributes.permission(e);
    } else if (edit instanceof Edit.SetOwner e) {
      attributes.owner(e);
    } else if (edit instanceof Edit.SetTimes e) {
      attributes.times(e);
    } else if (edit instanceof Edit.SetReplication e) {
      attributes.replication(e);
    } else if (edit instanceof Edit.SetAcl e) {
      attributes.acl(e);
    } else if (edit instanceof Edit.SetXattrs e) {
      attributes.setXattrs(e);
    } else if (edit instanceof Edit.RemoveXattrs e) {
      attributes.removeXattrs(e);
    } else if (edit instanceof Edit.SetStoragePolicy e) {
      attributes.storagePolicy(e);
    } else if (edit instanceof Edit.AddCoding e) {
      codings.add(e);
    } else if (edit instanceof Edit.ChangeCoding e) {
      codings.change(e);
    } else if (!(edit instanceof Edit.Unrelated)) {
      throw new IllegalStateException("Nobody applies " + edit);
    }
  }

  private void requirePassed(Edit.NotTaken edit) {
    Passing kind = edit.kind();
    if (kind == null) {
      throw new EditsException(
          "The followed HDFS did what Warren does not take: following ends here");
    }
    if (!passing.contains(kind)) {
      throw new EditsException(
              "The followed HDFS did what Warren does not take. Nothing of a file is lost without"
                  + " it: follow again with --pass and its kind")
          .with("kind", kind.option());
    }
  }
}
