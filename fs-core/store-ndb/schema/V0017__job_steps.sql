-- Who may act for a job, and what its last step did.

CREATE TABLE IF NOT EXISTS `job_steps` (
  `job` VARBINARY(64) NOT NULL,
  `epoch` BIGINT NOT NULL,
  `step` BIGINT NOT NULL,
  `part` BIGINT NOT NULL,
  `closed` TINYINT NOT NULL,
  `updated_at_ms` BIGINT NOT NULL,
  `answer` VARBINARY(13000) NULL,
  PRIMARY KEY (`job`),
  KEY `by_time` (`updated_at_ms`, `job`)
) ENGINE=NDBCLUSTER COMMENT='NDB_TABLE=READ_BACKUP=1' PARTITION BY KEY (`job`);
