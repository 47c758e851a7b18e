-- Which directories changed for those who pass through them, by the version of the tree of
-- directories; the row of version 0 tells the newest one. Eight bytes for each number.
-- Neither logged nor checkpointed: when all data nodes were down at once, and commits may be lost,
-- the rows are gone, and versions go on from a greater number.

CREATE TABLE IF NOT EXISTS `directory_changes` (
  `version` BIGINT NOT NULL,
  `directory_ids` VARBINARY(8000) NOT NULL,
  PRIMARY KEY (`version`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=NOLOGGING=1,READ_BACKUP=0' PARTITION BY KEY (`version`);
