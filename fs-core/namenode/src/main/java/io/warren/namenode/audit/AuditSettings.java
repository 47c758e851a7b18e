package io.warren.namenode.audit;

import io.warren.namenode.service.NamenodeSettings.Setting;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/**
 * How much is logged, and what of callers' contexts.
 *
 * @param fileMaxBytes size at which the file is rotated
 * @param filesMax rotated files that are kept
 * @param queueMax lines that may wait for the disk; a call that finds so many waits, too
 * @param contextMaxLength longest caller context in characters; 0 leaves contexts out
 */
public record AuditSettings(
    boolean enabled,
    long fileMaxBytes,
    int filesMax,
    int queueMax,
    int contextMaxLength,
    int signatureMaxBytes) {
  public static final Setting ENABLED =
      new Setting(
          "warren.namenode.audit.enabled", 1, 0, 1, "1 writes HDFS's audit log, 0 writes none.");
  public static final Setting FILE_MAX_BYTES =
      new Setting(
          "warren.namenode.audit.file-max-bytes",
          100_000_000,
          10_000,
          100_000_000_000L,
          "Size at which the audit log's file is rotated.");
  public static final Setting FILES_MAX =
      new Setting(
          "warren.namenode.audit.files-max", 10, 1, 1_000, "Rotated files of it that are kept.");
  public static final Setting QUEUE_MAX =
      new Setting(
          "warren.namenode.audit.queue-max",
          10_000,
          1,
          1_000_000,
          "Lines of it that may wait for the disk before calls do.");

  public static AuditSettings read(Configuration conf) {
    boolean contexts =
        conf.getBoolean(
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_ENABLED_KEY,
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_ENABLED_DEFAULT);
    return new AuditSettings(
        ENABLED.read(conf) == 1,
        FILE_MAX_BYTES.read(conf),
        (int) FILES_MAX.read(conf),
        (int) QUEUE_MAX.read(conf),
        contexts
            ? conf.getInt(
                CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_MAX_SIZE_KEY,
                CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_MAX_SIZE_DEFAULT)
            : 0,
        conf.getInt(
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SIGNATURE_MAX_SIZE_KEY,
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SIGNATURE_MAX_SIZE_DEFAULT));
  }
}
