-- Snapshots: which directories may have some, which there are, and the rows that they hold after they changed.

ALTER TABLE `inodes`
  ADD COLUMN `since_snapshot` BIGINT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `kept_snapshot` BIGINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

CREATE TABLE IF NOT EXISTS `snapshottable_directories` (
  `inode_id` BIGINT NOT NULL,
  `newest_id` BIGINT NOT NULL,
  `snapshots` INT NOT NULL,
  PRIMARY KEY (`inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `snapshots` (
  `directory_id` BIGINT NOT NULL,
  `id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `created_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`directory_id`, `id`),
  UNIQUE KEY `by_name` (`directory_id`, `name`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`directory_id`);

CREATE TABLE IF NOT EXISTS `inode_forms` (
  `parent_id` BIGINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `until_snapshot` BIGINT NOT NULL,
  `id` BIGINT NOT NULL,
  `since_snapshot` BIGINT NOT NULL,
  `kind` TINYINT NOT NULL,
  `owner_id` INT NOT NULL,
  `group_id` INT NOT NULL,
  `mode` INT NOT NULL,
  `mtime_ms` BIGINT NOT NULL,
  `atime_ms` BIGINT NOT NULL,
  `size_bytes` BIGINT NOT NULL,
  `replication` INT NOT NULL,
  `block_size_bytes` BIGINT NOT NULL,
  `storage_policy` TINYINT NOT NULL,
  `erasure_coding_policy` TINYINT NOT NULL,
  `symlink_target` VARBINARY(8000) NULL,
  PRIMARY KEY (`parent_id`, `name`, `until_snapshot`),
  KEY `by_id` (`id`, `parent_id`, `name`, `until_snapshot`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`parent_id`);
