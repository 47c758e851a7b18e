package io.warren.namenode;

import io.warren.namenode.election.LeaderService;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.upkeep.TrashEmptier;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/** The leader empties the trash, by the stock settings and with the stock meaning. */
record TrashUpkeep(TrashEmptier emptier) implements LeaderService {
  private static final int MS_PER_MINUTE = 60_000;

  /** The service; none when {@code fs.trash.interval} is 0, its default. */
  static List<LeaderService> services(Namespace namespace, Configuration conf) {
    Duration keep = minutes(conf, CommonConfigurationKeysPublic.FS_TRASH_INTERVAL_KEY);
    if (keep.isZero()) {
      return List.of();
    }
    Duration every = minutes(conf, CommonConfigurationKeysPublic.FS_TRASH_CHECKPOINT_INTERVAL_KEY);
    String homes =
        conf.get(
            HdfsClientConfigKeys.DFS_USER_HOME_DIR_PREFIX_KEY,
            HdfsClientConfigKeys.DFS_USER_HOME_DIR_PREFIX_DEFAULT);
    boolean stated = !every.isZero() && every.compareTo(keep) <= 0;
    return List.of(
        new TrashUpkeep(
            new TrashEmptier(
                namespace,
                FsPath.parse(homes),
                keep,
                stated ? every : keep,
                ZoneId.systemDefault())));
  }

  /** Whole minutes or parts of one; what is negative counts as 0, as in stock HDFS. */
  private static Duration minutes(Configuration conf, String key) {
    float minutes = conf.getFloat(key, 0);
    return Duration.ofMillis(Math.max(0, (long) (minutes * MS_PER_MINUTE)));
  }

  @Override
  public String name() {
    return "trash";
  }

  @Override
  public void run(LeaderFence fence) {
    emptier.run(fence);
  }

  @Override
  public void deposed() {
    emptier.deposed();
  }
}
