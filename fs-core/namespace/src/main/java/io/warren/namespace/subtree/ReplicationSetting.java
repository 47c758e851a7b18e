package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.FileSettings;
import io.warren.namespace.Principals;
import org.jspecify.annotations.Nullable;

/** Sets how often the blocks of files are stored; whatever else is visited has no such number. */
public record ReplicationSetting(int replication) implements AttributeSetting {
  private static final Refusal CODED =
      new Refusal("erasure_coded", "An erasure-coded file has no replication factor");

  /** Within the limits of the cluster's files. */
  public static ReplicationSetting within(FileSettings settings, int replication) {
    if (replication < settings.replicationMin() || replication > settings.replicationMax()) {
      throw AttributeSetting.invalid("The replication factor is out of the cluster's limits")
          .with("replication", replication)
          .with("replicationMin", settings.replicationMin())
          .with("replicationMax", settings.replicationMax());
    }
    return new ReplicationSetting(replication);
  }

  @Override
  public Inode applied(Inode inode, Principals principals) {
    boolean same = !inode.isFile() || inode.replication() == replication;
    return same ? inode : inode.toBuilder().replication(replication).build();
  }

  @Override
  public boolean ofSpace() {
    return true;
  }

  @Override
  public @Nullable Refusal refusal(Inode inode) {
    return inode.striping() == null ? null : CODED;
  }
}
