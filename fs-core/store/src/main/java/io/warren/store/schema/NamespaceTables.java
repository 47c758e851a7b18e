package io.warren.store.schema;

import static io.warren.store.schema.Column.addedInt32;
import static io.warren.store.schema.Column.addedInt64;
import static io.warren.store.schema.Column.addedInt8;
import static io.warren.store.schema.Column.bool;
import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.nullableText;
import static io.warren.store.schema.Column.text;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.Name;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.QuotaUpdateKey;
import io.warren.model.Snapshot;
import io.warren.model.SnapshotKey;
import io.warren.model.SnapshottableDirectory;
import io.warren.model.TypeSpace;
import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import java.util.List;

/** Inodes and what belongs to them: leases, quotas, attributes, snapshots. */
final class NamespaceTables {
  private NamespaceTables() {}

  private static final int ACL_MAX_BYTES = 9000;

  private static final int HOLDER_MAX_BYTES = 255;

  static final Table<InodeKey, Inode> INODES =
      new Table<>(
          1,
          "inodes",
          List.of(
              int64("partition_id", InodeKey::partitionId),
              int64("parent_id", InodeKey::parentId),
              bytes("name", Name.MAX_BYTES, k -> k.name().bytes())),
          List.of(
              int64("id", Inode::id),
              int8("kind", i -> i.kind().ordinal()),
              int64("logical_time", Inode::logicalTime),
              int32("owner_id", Inode::ownerId),
              int32("group_id", Inode::groupId),
              int32("mode", Inode::mode),
              int64("mtime_ms", Inode::mtimeMs),
              int64("atime_ms", Inode::atimeMs),
              int64("size_bytes", Inode::sizeBytes),
              int32("replication", Inode::replication),
              int64("block_size_bytes", Inode::blockSizeBytes),
              int8("storage_policy", Inode::storagePolicy),
              int8("children_partitioning", i -> i.childrenPartitioning().ordinal()),
              bool("has_quota", Inode::hasQuota),
              int64("subtree_lock_owner", Inode::subtreeLockOwner),
              nullableText("lease_holder", HOLDER_MAX_BYTES, Inode::leaseHolder),
              nullableText("lease_machine", HOLDER_MAX_BYTES, Inode::leaseMachine),
              nullableText("symlink_target", Tables.PATH_MAX_BYTES, Inode::symlinkTarget),
              int64("children_version", Inode::childrenVersion),
              addedInt32("features", Inode::features),
              addedInt8("erasure_coding_policy", Inode::erasureCodingPolicy),
              addedInt64("since_snapshot", Inode::sinceSnapshot),
              addedInt64("kept_snapshot", Inode::keptSnapshot)),
          List.of("partition_id"),
          List.of(
              new Index(Tables.INODES_BY_ID, List.of("id"), true),
              new Index(Tables.INODES_BY_PARENT, List.of("parent_id"), false)),
          Inode::key,
          in -> new InodeKey(in.int64(), in.int64(), Name.trusted(in.bytes())),
          (k, in) ->
              new Inode(
                  k.partitionId(),
                  k.parentId(),
                  k.name(),
                  in.int64(),
                  InodeKind.fromStored(in.int8()),
                  in.int64(),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int32(),
                  in.int64(),
                  in.int8(),
                  ChildrenPartitioning.fromStored(in.int8()),
                  in.bool(),
                  in.int64(),
                  in.nullableText(),
                  in.nullableText(),
                  in.nullableText(),
                  in.int64(),
                  in.int32(),
                  in.int8(),
                  in.int64(),
                  in.int64(),
                  0));

  static final Table<String, Lease> LEASES =
      new Table<>(
          8,
          "leases",
          List.of(text("holder", HOLDER_MAX_BYTES, h -> h)),
          List.of(int64("last_renewed_ms", Lease::lastRenewedMs)),
          List.of("holder"),
          List.of(),
          Lease::holder,
          ValueSource::text,
          (k, in) -> new Lease(k, in.int64()));

  static final Table<LeasePathKey, LeasePath> LEASE_PATHS =
      new Table<>(
          9,
          "lease_paths",
          List.of(
              text("holder", HOLDER_MAX_BYTES, LeasePathKey::holder),
              int64("inode_id", LeasePathKey::inodeId)),
          List.of(),
          List.of("holder"),
          List.of(),
          LeasePath::key,
          in -> new LeasePathKey(in.text(), in.int64()),
          (k, in) -> new LeasePath(k.holder(), k.inodeId()));

  static final Table<Long, QuotaDirectory> QUOTA_DIRECTORIES =
      new Table<>(
          10,
          "quota_directories",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              int64("namespace_quota", QuotaDirectory::namespaceQuota),
              int64("space_quota_bytes", QuotaDirectory::spaceQuotaBytes),
              int64("namespace_used", QuotaDirectory::namespaceUsed),
              int64("space_used_bytes", QuotaDirectory::spaceUsedBytes),
              addedInt64("ssd_quota_bytes", q -> q.typeQuotas().ssdBytes()),
              addedInt64("disk_quota_bytes", q -> q.typeQuotas().diskBytes()),
              addedInt64("archive_quota_bytes", q -> q.typeQuotas().archiveBytes()),
              addedInt64("provided_quota_bytes", q -> q.typeQuotas().providedBytes()),
              addedInt64("nvdimm_quota_bytes", q -> q.typeQuotas().nvdimmBytes()),
              addedInt64("ssd_used_bytes", q -> q.typeUsed().ssdBytes()),
              addedInt64("disk_used_bytes", q -> q.typeUsed().diskBytes()),
              addedInt64("archive_used_bytes", q -> q.typeUsed().archiveBytes()),
              addedInt64("provided_used_bytes", q -> q.typeUsed().providedBytes()),
              addedInt64("nvdimm_used_bytes", q -> q.typeUsed().nvdimmBytes())),
          List.of("inode_id"),
          List.of(),
          QuotaDirectory::inodeId,
          ValueSource::int64,
          (k, in) ->
              new QuotaDirectory(
                  k,
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  readTypeSpace(in),
                  readTypeSpace(in)));

  private static TypeSpace readTypeSpace(ValueSource in) {
    return new TypeSpace(in.int64(), in.int64(), in.int64(), in.int64(), in.int64());
  }

  static final Table<QuotaUpdateKey, QuotaUpdate> QUOTA_UPDATES =
      new Table<>(
          11,
          "quota_updates",
          List.of(
              int64("inode_id", QuotaUpdateKey::inodeId),
              int64("update_id", QuotaUpdateKey::updateId)),
          List.of(
              int64("namespace_delta", QuotaUpdate::namespaceDelta),
              int64("space_delta_bytes", QuotaUpdate::spaceDeltaBytes),
              addedInt64("ssd_delta_bytes", u -> u.typeDeltas().ssdBytes()),
              addedInt64("disk_delta_bytes", u -> u.typeDeltas().diskBytes()),
              addedInt64("archive_delta_bytes", u -> u.typeDeltas().archiveBytes()),
              addedInt64("provided_delta_bytes", u -> u.typeDeltas().providedBytes()),
              addedInt64("nvdimm_delta_bytes", u -> u.typeDeltas().nvdimmBytes())),
          List.of("inode_id"),
          List.of(),
          QuotaUpdate::key,
          in -> new QuotaUpdateKey(in.int64(), in.int64()),
          (k, in) ->
              new QuotaUpdate(
                  k.inodeId(), k.updateId(), in.int64(), in.int64(), readTypeSpace(in)));

  /** One row per inode with an ACL feature. */
  static final Table<Long, InodeAcl> ACLS =
      new Table<>(
          22,
          "acls",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              nullableText("access_entries", ACL_MAX_BYTES, InodeAcl::access),
              nullableText("default_entries", ACL_MAX_BYTES, InodeAcl::defaults)),
          List.of("inode_id"),
          List.of(),
          InodeAcl::inodeId,
          ValueSource::int64,
          (k, in) -> new InodeAcl(k, in.nullableText(), in.nullableText()));

  static final Table<XattrKey, XattrPart> XATTRS =
      new Table<>(
          23,
          "xattrs",
          List.of(
              int64("inode_id", XattrKey::inodeId),
              int32("number", XattrKey::number),
              int32("part", XattrKey::part)),
          List.of(
              int8("namespace", XattrPart::namespace),
              text("name", XattrPart.NAME_MAX_BYTES, XattrPart::name),
              bytes("value", XattrPart.VALUE_MAX_BYTES, XattrPart::value)),
          List.of("inode_id"),
          List.of(),
          XattrPart::key,
          in -> new XattrKey(in.int64(), in.int32(), in.int32()),
          (k, in) ->
              new XattrPart(k.inodeId(), k.number(), k.part(), in.int8(), in.text(), in.bytes()));

  static final Table<Integer, ErasureCodingPolicy> ERASURE_CODING_POLICIES =
      new Table<>(
          26,
          "erasure_coding_policies",
          List.of(int32("id", Integer::intValue)),
          List.of(
              text("name", 255, ErasureCodingPolicy::name),
              text("codec", 64, ErasureCodingPolicy::codec),
              int32("data_units", ErasureCodingPolicy::dataUnits),
              int32("parity_units", ErasureCodingPolicy::parityUnits),
              int32("cell_bytes", ErasureCodingPolicy::cellBytes),
              int8("state", p -> p.state().ordinal())),
          List.of("id"),
          List.of(),
          ErasureCodingPolicy::id,
          ValueSource::int32,
          (k, in) ->
              new ErasureCodingPolicy(
                  k,
                  in.text(),
                  in.text(),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  ErasureCodingPolicy.State.fromStored(in.int8())));

  static final Table<Long, SnapshottableDirectory> SNAPSHOTTABLE_DIRECTORIES =
      new Table<>(
          47,
          "snapshottable_directories",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              int64("newest_id", SnapshottableDirectory::newestId),
              int32("snapshots", SnapshottableDirectory::snapshots)),
          List.of("inode_id"),
          List.of(),
          SnapshottableDirectory::inodeId,
          ValueSource::int64,
          (k, in) -> new SnapshottableDirectory(k, in.int64(), in.int32()));

  static final Table<SnapshotKey, Snapshot> SNAPSHOTS =
      new Table<>(
          48,
          "snapshots",
          List.of(int64("directory_id", SnapshotKey::directoryId), int64("id", SnapshotKey::id)),
          List.of(
              text("name", Name.MAX_BYTES, Snapshot::name),
              int64("created_at_ms", Snapshot::createdAtMs)),
          List.of("directory_id"),
          List.of(new Index(Tables.BY_NAME, List.of("directory_id", "name"), true)),
          Snapshot::key,
          in -> new SnapshotKey(in.int64(), in.int64()),
          (k, in) -> new Snapshot(k.directoryId(), k.id(), in.text(), in.int64()));

  /** Former rows of inodes that snapshots hold. */
  static final Table<InodeFormKey, InodeForm> INODE_FORMS =
      new Table<>(
          49,
          "inode_forms",
          List.of(
              int64("parent_id", InodeFormKey::parentId),
              bytes("name", Name.MAX_BYTES, k -> k.name().bytes()),
              int64("until_snapshot", InodeFormKey::untilSnapshot)),
          List.of(
              int64("id", f -> f.row().id()),
              int64("since_snapshot", f -> f.row().sinceSnapshot()),
              int8("kind", f -> f.row().kind().ordinal()),
              int32("owner_id", f -> f.row().ownerId()),
              int32("group_id", f -> f.row().groupId()),
              int32("mode", f -> f.row().mode()),
              int64("mtime_ms", f -> f.row().mtimeMs()),
              int64("atime_ms", f -> f.row().atimeMs()),
              int64("size_bytes", f -> f.row().sizeBytes()),
              int32("replication", f -> f.row().replication()),
              int64("block_size_bytes", f -> f.row().blockSizeBytes()),
              int8("storage_policy", f -> f.row().storagePolicy()),
              int8("erasure_coding_policy", f -> f.row().erasureCodingPolicy()),
              nullableText("symlink_target", Tables.PATH_MAX_BYTES, f -> f.row().symlinkTarget()),
              addedInt32("features", f -> f.row().features()),
              addedInt64("attributes_id", f -> f.row().formAttributesId())),
          List.of("parent_id"),
          List.of(new Index(Tables.BY_ID, List.of("id"), false)),
          InodeForm::key,
          in -> new InodeFormKey(in.int64(), Name.trusted(in.bytes()), in.int64()),
          NamespaceTables::inodeForm);

  private static InodeForm inodeForm(InodeFormKey key, ValueSource in) {
    long id = in.int64();
    long sinceSnapshot = in.int64();
    return new InodeForm(
        new Inode(
                key.parentId(),
                key.parentId(),
                key.name(),
                id,
                InodeKind.fromStored(in.int8()),
                0,
                in.int32(),
                in.int32(),
                in.int32(),
                in.int64(),
                in.int64(),
                in.int64(),
                in.int32(),
                in.int64(),
                in.int8(),
                ChildrenPartitioning.BY_PARENT,
                false,
                0,
                null,
                null,
                null,
                0,
                0,
                in.int8(),
                sinceSnapshot,
                0,
                0)
            .toBuilder()
                .symlinkTarget(in.nullableText())
                .features(in.int32())
                .formAttributesId(in.int64())
                .build(),
        key.untilSnapshot());
  }
}
