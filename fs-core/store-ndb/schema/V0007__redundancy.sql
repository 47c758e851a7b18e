-- What the leader knows and does about blocks that are not stored as often as their files want.

CREATE TABLE IF NOT EXISTS `redundancy_checks` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `requested_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `under_replicated_blocks` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `priority` TINYINT NOT NULL,
  `live` INT NOT NULL,
  `wanted` INT NOT NULL,
  `corrupt` INT NOT NULL,
  `since_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`),
  KEY `by_priority` (`priority`, `inode_id`, `block_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `pending_replications` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `source_storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  `ordered_at_ms` BIGINT NOT NULL,
  `epoch` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `excess_replicas` (
  `inode_id` BIGINT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `length_bytes` BIGINT NOT NULL,
  `chosen_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `block_id`, `storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `storage_conditions` (
  `storage_id` INT NOT NULL,
  `state` TINYINT NOT NULL,
  `rack` VARBINARY(1000) NOT NULL,
  `since_ms` BIGINT NOT NULL,
  `checking` TINYINT NOT NULL,
  `checked_inode_id` BIGINT NOT NULL,
  `checked_block_id` BIGINT NOT NULL,
  `blocks` BIGINT NOT NULL,
  `insufficient` BIGINT NOT NULL,
  `checked_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`storage_id`);
