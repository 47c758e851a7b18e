package io.warren.namenode;

import io.warren.namenode.service.NamenodeSettings.Setting;
import io.warren.store.embedded.EmbeddedOptions;
import org.apache.hadoop.conf.Configuration;

/** The settings of the embedded metadata store. */
final class StoreSettings {
  static final Setting LOG_KEPT_S =
      new Setting(
          "warren.namenode.store.log-kept-s",
          0,
          0,
          366L * 24 * 3600,
          "How long the embedded store keeps its log for backups (s); 0: not at all.");
  static final Setting LOG_KEPT_MB =
      new Setting(
          "warren.namenode.store.log-kept-mb",
          2048,
          1,
          1 << 20,
          "Disk space for that (MiB); what is older goes first.");

  private StoreSettings() {}

  static EmbeddedOptions read(Configuration conf) {
    int keptS = (int) LOG_KEPT_S.read(conf);
    return EmbeddedOptions.defaults()
        .withLogKept(keptS, keptS == 0 ? 0 : (int) LOG_KEPT_MB.read(conf));
  }
}
