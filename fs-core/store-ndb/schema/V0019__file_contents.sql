-- The bytes of small files, partitioned by inode. Parts of up to 1 KiB are in memory, longer ones on disk, where
-- every part takes as much room as the longest of its table. The greatest length says which table a part is in.

CREATE TABLE IF NOT EXISTS `file_contents_1k` (
  `inode_id` BIGINT NOT NULL,
  `part` INT NOT NULL,
  `version` INT NOT NULL,
  `bytes` VARBINARY(1024) NOT NULL,
  PRIMARY KEY (`inode_id`, `part`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `file_contents_2k` (
  `inode_id` BIGINT NOT NULL,
  `part` INT NOT NULL,
  `version` INT NOT NULL,
  `bytes` VARBINARY(2048) NOT NULL,
  PRIMARY KEY (`inode_id`, `part`)
) TABLESPACE warren_disk STORAGE DISK ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `file_contents_4k` (
  `inode_id` BIGINT NOT NULL,
  `part` INT NOT NULL,
  `version` INT NOT NULL,
  `bytes` VARBINARY(4096) NOT NULL,
  PRIMARY KEY (`inode_id`, `part`)
) TABLESPACE warren_disk STORAGE DISK ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `file_contents_8k` (
  `inode_id` BIGINT NOT NULL,
  `part` INT NOT NULL,
  `version` INT NOT NULL,
  `bytes` VARBINARY(8192) NOT NULL,
  PRIMARY KEY (`inode_id`, `part`)
) TABLESPACE warren_disk STORAGE DISK ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);
