-- Block reports: what they are compared with, who may send one, and what became of them.

CREATE TABLE IF NOT EXISTS `hash_buckets` (
  `storage_id` INT NOT NULL,
  `bucket` INT NOT NULL,
  `hash_high` BIGINT NOT NULL,
  `hash_middle` BIGINT NOT NULL,
  `hash_low` INT NOT NULL,
  `replicas` INT NOT NULL,
  PRIMARY KEY (`storage_id`, `bucket`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`storage_id`);

CREATE TABLE IF NOT EXISTS `hash_bucket_changes` (
  `storage_id` INT NOT NULL,
  `bucket` INT NOT NULL,
  `change_id` BIGINT NOT NULL,
  `hash_high` BIGINT NOT NULL,
  `hash_middle` BIGINT NOT NULL,
  `hash_low` INT NOT NULL,
  `replicas` INT NOT NULL,
  PRIMARY KEY (`storage_id`, `bucket`, `change_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`storage_id`);

CREATE TABLE IF NOT EXISTS `bucket_replicas` (
  `storage_id` INT NOT NULL,
  `bucket` INT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `inode_id` BIGINT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`storage_id`, `bucket`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`storage_id`);

CREATE TABLE IF NOT EXISTS `active_block_reports` (
  `datanode_uuid` VARBINARY(64) NOT NULL,
  `namenode_id` BIGINT NOT NULL,
  `lease_id` BIGINT NOT NULL,
  `asked_at_ms` BIGINT NOT NULL,
  `assigned_at_ms` BIGINT NOT NULL,
  `expires_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`datanode_uuid`),
  KEY `by_namenode` (`namenode_id`, `datanode_uuid`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`datanode_uuid`);

CREATE TABLE IF NOT EXISTS `block_reports` (
  `storage_id` INT NOT NULL,
  `started_at_ms` BIGINT NOT NULL,
  `kind` TINYINT NOT NULL,
  `duration_ms` BIGINT NOT NULL,
  `buckets` INT NOT NULL,
  `buckets_matching` INT NOT NULL,
  `buckets_mismatching` INT NOT NULL,
  `replicas` BIGINT NOT NULL,
  `changes` BIGINT NOT NULL,
  `bytes_received` BIGINT NOT NULL,
  `bytes_saved` BIGINT NOT NULL,
  `namenode_id` BIGINT NOT NULL,
  `next_due_at_ms` BIGINT NOT NULL,
  `last_full_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`storage_id`, `started_at_ms`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`storage_id`);
