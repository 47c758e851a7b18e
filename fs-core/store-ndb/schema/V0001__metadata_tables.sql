-- The metadata tables as io.warren.store.schema.Tables states them; a test compares the two.
-- Names and text are bytes of UTF-8. Every ordered index goes on with the rest of the primary key, so that
-- its scans are ordered to the last column. READ_BACKUP lets a plain read use the nearest replica.

CREATE TABLE IF NOT EXISTS `inodes` (
  `partition_id` BIGINT NOT NULL,
  `parent_id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `id` BIGINT NOT NULL,
  `kind` TINYINT NOT NULL,
  `logical_time` BIGINT NOT NULL,
  `owner_id` INT NOT NULL,
  `group_id` INT NOT NULL,
  `mode` INT NOT NULL,
  `mtime_ms` BIGINT NOT NULL,
  `atime_ms` BIGINT NOT NULL,
  `size_bytes` BIGINT NOT NULL,
  `replication` INT NOT NULL,
  `block_size_bytes` BIGINT NOT NULL,
  `storage_policy` TINYINT NOT NULL,
  `children_partitioning` TINYINT NOT NULL,
  `has_quota` TINYINT NOT NULL,
  `subtree_lock_owner` BIGINT NOT NULL,
  `lease_holder` VARBINARY(255) NULL,
  `lease_machine` VARBINARY(255) NULL,
  `symlink_target` VARBINARY(8000) NULL,
  `children_version` BIGINT NOT NULL,
  PRIMARY KEY (`partition_id`, `parent_id`, `name`),
  UNIQUE KEY `by_id` (`id`),
  KEY `by_parent` (`parent_id`, `name`, `partition_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`partition_id`);

CREATE TABLE IF NOT EXISTS `blocks` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `block_index` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  `state` TINYINT NOT NULL,
  `recovery_id` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `block_lookup` (
  `block_id` BIGINT NOT NULL,
  `inode_id` BIGINT NOT NULL,
  PRIMARY KEY (`block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`block_id`);

CREATE TABLE IF NOT EXISTS `replicas` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`),
  KEY `by_storage` (`storage_id`, `inode_id`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `replicas_under_construction` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `position` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  `state` TINYINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `invalidated_blocks` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`),
  KEY `by_storage` (`storage_id`, `inode_id`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `corrupt_replicas` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `reason` VARBINARY(1000) NOT NULL,
  `reported_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `leases` (
  `holder` VARBINARY(255) NOT NULL,
  `last_renewed_ms` BIGINT NOT NULL,
  PRIMARY KEY (`holder`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`holder`);

CREATE TABLE IF NOT EXISTS `lease_paths` (
  `holder` VARBINARY(255) NOT NULL,
  `inode_id` BIGINT NOT NULL,
  PRIMARY KEY (`holder`, `inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`holder`);

CREATE TABLE IF NOT EXISTS `quota_directories` (
  `inode_id` BIGINT NOT NULL,
  `namespace_quota` BIGINT NOT NULL,
  `space_quota_bytes` BIGINT NOT NULL,
  `namespace_used` BIGINT NOT NULL,
  `space_used_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `quota_updates` (
  `inode_id` BIGINT NOT NULL,
  `update_id` BIGINT NOT NULL,
  `namespace_delta` BIGINT NOT NULL,
  `space_delta_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `update_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `users` (
  `id` INT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `by_name` (`name`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

CREATE TABLE IF NOT EXISTS `groups` (
  `id` INT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `by_name` (`name`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

CREATE TABLE IF NOT EXISTS `namenodes` (
  `id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `rpc_address` VARBINARY(255) NOT NULL,
  `http_address` VARBINARY(255) NOT NULL,
  `heartbeat_counter` BIGINT NOT NULL,
  `last_heartbeat_ms` BIGINT NOT NULL,
  `started_at_ms` BIGINT NOT NULL,
  `leader_epoch` BIGINT NOT NULL,
  `version` VARBINARY(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

CREATE TABLE IF NOT EXISTS `id_ranges` (
  `kind` VARBINARY(64) NOT NULL,
  `next_id` BIGINT NOT NULL,
  PRIMARY KEY (`kind`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`kind`);

CREATE TABLE IF NOT EXISTS `subtree_operations` (
  `inode_id` BIGINT NOT NULL,
  `path` VARBINARY(8000) NOT NULL,
  `operation` VARBINARY(64) NOT NULL,
  `owner_namenode_id` BIGINT NOT NULL,
  `user` VARBINARY(255) NOT NULL,
  `started_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `retry_cache` (
  `client_id` VARBINARY(32) NOT NULL,
  `call_id` INT NOT NULL,
  `expires_at_ms` BIGINT NOT NULL,
  `payload` VARBINARY(2000) NULL,
  PRIMARY KEY (`client_id`, `call_id`),
  KEY `by_expiry` (`expires_at_ms`, `client_id`, `call_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`client_id`);

CREATE TABLE IF NOT EXISTS `storages` (
  `id` INT NOT NULL,
  `uuid` VARBINARY(64) NOT NULL,
  `datanode_uuid` VARBINARY(64) NOT NULL,
  `type` VARBINARY(32) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `by_uuid` (`uuid`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

CREATE TABLE IF NOT EXISTS `cluster_variables` (
  `name` VARBINARY(64) NOT NULL,
  `value` VARBINARY(1000) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`name`);

CREATE TABLE IF NOT EXISTS `directory_repartitions` (
  `inode_id` BIGINT NOT NULL,
  `path` VARBINARY(8000) NOT NULL,
  `user` VARBINARY(255) NOT NULL,
  `moved` BIGINT NOT NULL,
  `started_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `cluster_events` (
  `partition_id` BIGINT NOT NULL,
  `newest_first` BIGINT NOT NULL,
  `kind` TINYINT NOT NULL,
  `cause` TINYINT NOT NULL,
  `subject` VARBINARY(8000) NOT NULL,
  `subject_id` BIGINT NOT NULL,
  `related` VARBINARY(255) NULL,
  `related_id` BIGINT NOT NULL,
  `epoch` BIGINT NOT NULL,
  `missed_heartbeats` INT NOT NULL,
  `operation` VARBINARY(64) NULL,
  `rpc_address` VARBINARY(255) NULL,
  `http_address` VARBINARY(255) NULL,
  `observer` VARBINARY(255) NOT NULL,
  `observer_id` BIGINT NOT NULL,
  `started_at_ms` BIGINT NOT NULL,
  `detected_at_ms` BIGINT NOT NULL,
  `effective_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`partition_id`, `newest_first`),
  KEY `by_kind` (`kind`, `partition_id`, `newest_first`),
  KEY `by_time` (`effective_at_ms`, `partition_id`, `newest_first`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`partition_id`);

CREATE TABLE IF NOT EXISTS `metadata_log` (
  `inode_id` BIGINT NOT NULL,
  `logical_time` BIGINT NOT NULL,
  `transaction_id` BIGINT NOT NULL,
  `position` INT NOT NULL,
  `transaction_changes` INT NOT NULL,
  `operation` TINYINT NOT NULL,
  `parent_id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `kind` TINYINT NOT NULL,
  `size_bytes` BIGINT NOT NULL,
  `owner` VARBINARY(255) NOT NULL,
  `group_name` VARBINARY(255) NOT NULL,
  `mode` INT NOT NULL,
  `mtime_ms` BIGINT NOT NULL,
  `atime_ms` BIGINT NOT NULL,
  `replication` INT NOT NULL,
  `block_size_bytes` BIGINT NOT NULL,
  `before_parent_id` BIGINT NOT NULL,
  `before_name` VARBINARY(255) NULL,
  PRIMARY KEY (`inode_id`, `logical_time`, `transaction_id`, `position`),
  KEY `by_transaction` (`transaction_id`, `position`, `inode_id`, `logical_time`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `metadata_feed` (
  `bucket` BIGINT NOT NULL,
  `sequence` BIGINT NOT NULL,
  `inode_id` BIGINT NOT NULL,
  `logical_time` BIGINT NOT NULL,
  `transaction_id` BIGINT NOT NULL,
  `position` INT NOT NULL,
  `committed_at_ms` BIGINT NOT NULL,
  `operation` TINYINT NOT NULL,
  `parent_id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `kind` TINYINT NOT NULL,
  `size_bytes` BIGINT NOT NULL,
  `owner` VARBINARY(255) NOT NULL,
  `group_name` VARBINARY(255) NOT NULL,
  `mode` INT NOT NULL,
  `mtime_ms` BIGINT NOT NULL,
  `atime_ms` BIGINT NOT NULL,
  `replication` INT NOT NULL,
  `block_size_bytes` BIGINT NOT NULL,
  `before_parent_id` BIGINT NOT NULL,
  `before_name` VARBINARY(255) NULL,
  PRIMARY KEY (`bucket`, `sequence`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`bucket`);

CREATE TABLE IF NOT EXISTS `feed_state` (
  `id` INT NOT NULL,
  `sequence` BIGINT NOT NULL,
  `committed_at_ms` BIGINT NOT NULL,
  `trimmed_through` BIGINT NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

CREATE TABLE IF NOT EXISTS `feed_lease` (
  `id` INT NOT NULL,
  `owner` BIGINT NOT NULL,
  `counter` BIGINT NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);

-- One row per applied file of this folder, written by `bin/warren ndb`.
CREATE TABLE IF NOT EXISTS `schema_versions` (
  `version` INT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `checksum` VARBINARY(64) NOT NULL,
  `applied_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`version`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1';
