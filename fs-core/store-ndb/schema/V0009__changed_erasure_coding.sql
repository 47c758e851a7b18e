-- Changes carry the inode's erasure coding policy. Rows from before have null, which reads as none.

ALTER TABLE `metadata_log`
  ADD COLUMN `erasure_coding_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;

ALTER TABLE `metadata_feed`
  ADD COLUMN `erasure_coding_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;
