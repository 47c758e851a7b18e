-- The erasure-coding policy of a group whose id does not name it: one that came from HDFS. Rows from before
-- have null, which reads as none.

ALTER TABLE `blocks`
  ADD COLUMN `coding_policy` TINYINT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;
