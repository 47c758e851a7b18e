-- Keys that every namenode signs with, and the delegation tokens that are valid.
CREATE TABLE IF NOT EXISTS `token_keys` (
  `key_id` INT NOT NULL,
  `kind` TINYINT NOT NULL,
  `active_at_ms` BIGINT NOT NULL,
  `expires_at_ms` BIGINT NOT NULL,
  `secret` VARBINARY(128) NOT NULL,
  PRIMARY KEY (`key_id`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`key_id`);

CREATE TABLE IF NOT EXISTS `delegation_tokens` (
  `sequence_number` INT NOT NULL,
  `identifier` VARBINARY(4000) NOT NULL,
  `expires_at_ms` BIGINT NOT NULL,
  PRIMARY KEY (`sequence_number`),
  KEY `by_expiry` (`expires_at_ms`, `sequence_number`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`sequence_number`);
