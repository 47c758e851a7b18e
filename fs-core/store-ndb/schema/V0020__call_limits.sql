-- How many calls of a user, an address or an application each namenode lets in.

CREATE TABLE IF NOT EXISTS `call_limits` (
  `kind` TINYINT NOT NULL,
  `name` VARBINARY(255) NOT NULL,
  `calls_per_second` INT NOT NULL,
  `reason` VARBINARY(1000) NOT NULL,
  `set_by` VARBINARY(255) NOT NULL,
  `set_at_ms` BIGINT NOT NULL,
  `expires_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`kind`, `name`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`kind`);
