-- The blocks of files with many blocks in the order of the file, the last one first. Files that are
-- there already get theirs when their writers add blocks.

CREATE TABLE IF NOT EXISTS `block_places` (
  `inode_id` BIGINT NOT NULL,
  `negated_index` INT NOT NULL,
  `block_id` BIGINT NOT NULL,
  `offset_bytes` BIGINT NOT NULL,
  PRIMARY KEY (`inode_id`, `negated_index`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);
