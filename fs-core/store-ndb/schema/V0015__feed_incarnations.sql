-- Sequences name the incarnation that gave them, so that a cluster that was set back is told from one
-- that was not. Rows from before have null, which reads as none.

ALTER TABLE `metadata_feed`
  ADD COLUMN `incarnation` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

CREATE TABLE IF NOT EXISTS `feed_incarnations` (
  `feed` INT NOT NULL,
  `first_sequence` BIGINT NOT NULL,
  `incarnation` INT NOT NULL,
  `begun_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`feed`, `first_sequence`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`feed`);

-- Neither logged nor checkpointed: its row is gone when all data nodes were down at once.
CREATE TABLE IF NOT EXISTS `feed_run` (
  `id` INT NOT NULL,
  `incarnation` INT NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=NOLOGGING=1,READ_BACKUP=1' PARTITION BY KEY (`id`);
