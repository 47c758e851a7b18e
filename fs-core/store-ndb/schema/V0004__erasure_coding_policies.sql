-- Erasure-coding policies that differ from the built-in ones.

CREATE TABLE IF NOT EXISTS `erasure_coding_policies` (
  `id` INT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `codec` VARBINARY(64) NOT NULL,
  `data_units` INT NOT NULL,
  `parity_units` INT NOT NULL,
  `cell_bytes` INT NOT NULL,
  `state` TINYINT NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`id`);
