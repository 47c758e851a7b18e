-- What a snapshot holds of an inode's ACL and extended attributes: copies under an id of their own.

ALTER TABLE `inode_forms`
  ADD COLUMN `features` INT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `attributes_id` BIGINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;
