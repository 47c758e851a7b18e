-- What datanodes have deleted of late, while the block lives on.

CREATE TABLE IF NOT EXISTS `deleted_replicas` (
  `block_id` BIGINT NOT NULL,
  `storage_id` INT NOT NULL,
  `generation_stamp` BIGINT NOT NULL,
  `deleted_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`block_id`, `storage_id`),
  KEY `by_time` (`deleted_at_ms`, `block_id`, `storage_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`block_id`);
