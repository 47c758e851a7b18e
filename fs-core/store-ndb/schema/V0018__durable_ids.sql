-- How far the numbers of a kind are reserved for good, and by which incarnation of the store. Rows from
-- before have null, which reads as nothing known.

ALTER TABLE `id_ranges`
  ADD COLUMN `durable_id` BIGINT NULL COLUMN_FORMAT DYNAMIC,
  ADD COLUMN `incarnation` INT NULL COLUMN_FORMAT DYNAMIC,
  ALGORITHM=INPLACE;
