-- ACLs and extended attributes. Inodes say by a bit whether they have any. Columns that are added to a table
-- in use must be able to be null; rows from before have null, which reads as 0.

ALTER TABLE `inodes`
  ADD COLUMN `features` INT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `erasure_coding_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

ALTER TABLE `metadata_log`
  ADD COLUMN `storage_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `features` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

ALTER TABLE `metadata_feed`
  ADD COLUMN `storage_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `features` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

CREATE TABLE IF NOT EXISTS `acls` (
  `inode_id` BIGINT NOT NULL,
  `access_entries` VARBINARY(9000) NULL,
  `default_entries` VARBINARY(9000) NULL,
  PRIMARY KEY (`inode_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);

CREATE TABLE IF NOT EXISTS `xattrs` (
  `inode_id` BIGINT NOT NULL,
  `number` INT NOT NULL,
  `part` INT NOT NULL,
  `namespace` TINYINT NOT NULL,
  `name` VARBINARY(8000) NOT NULL,
  `value` VARBINARY(8000) NOT NULL,
  PRIMARY KEY (`inode_id`, `number`, `part`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`inode_id`);
