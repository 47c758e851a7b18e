-- What happened to replicas that were not well.

CREATE TABLE IF NOT EXISTS `replica_events` (
  `block_id` BIGINT NOT NULL,
  `newest_first` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `kind` TINYINT NOT NULL,
  `at_ms` BIGINT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `detail` VARBINARY(1000) NULL,
  PRIMARY KEY (`block_id`, `newest_first`, `storage_id`, `kind`),
  KEY `by_time` (`at_ms`, `block_id`, `newest_first`, `storage_id`, `kind`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`block_id`);
