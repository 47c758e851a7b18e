-- What each directory holds at any depth, and what is to be added to that. The tallies are
-- encoded by the namenodes.

CREATE TABLE IF NOT EXISTS `directory_totals` (
  `directory_id` BIGINT NOT NULL,
  `parent_id` BIGINT NOT NULL,
  `storage_policy` TINYINT NOT NULL,
  `counted` TINYINT NOT NULL,
  `own` VARBINARY(300) NOT NULL,
  `below` VARBINARY(300) NOT NULL,
  PRIMARY KEY (`directory_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`directory_id`);

CREATE TABLE IF NOT EXISTS `directory_totals_changes` (
  `directory_id` BIGINT NOT NULL,
  `inode_id` BIGINT NOT NULL,
  `logical_time` BIGINT NOT NULL,
  `own` VARBINARY(300) NOT NULL,
  `below` VARBINARY(300) NOT NULL,
  PRIMARY KEY (`directory_id`, `inode_id`, `logical_time`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`directory_id`);
