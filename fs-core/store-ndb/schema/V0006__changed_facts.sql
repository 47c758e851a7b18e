-- Changes say which facts of the inode they altered. Rows from before have null, which reads as none.

ALTER TABLE `metadata_log`
  ADD COLUMN `changed_facts` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

ALTER TABLE `metadata_feed`
  ADD COLUMN `changed_facts` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;
