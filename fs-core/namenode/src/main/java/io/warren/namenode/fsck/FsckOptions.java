package io.warren.namenode.fsck;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.HadoopIllegalArgumentException;

/**
 * What to check and to show.
 *
 * @param path absolute
 * @param openFiles whether files that are being written are checked, too
 * @param delete whether files with lost blocks are deleted
 * @param listCorrupt whether only the lost and corrupt blocks are listed
 */
record FsckOptions(
    String path,
    boolean files,
    boolean blocks,
    boolean locations,
    boolean racks,
    boolean openFiles,
    boolean delete,
    boolean listCorrupt) {
  private static final List<String> REFUSED =
      List.of("move", "blockId", "upgradedomains", "storagepolicies", "maintenance", "replicate");

  /**
   * Reads the parameters that stock clients send.
   *
   * @throws HadoopIllegalArgumentException for an option that this file system does not have
   */
  static FsckOptions of(Map<String, String[]> parameters) {
    for (String option : REFUSED) {
      if (parameters.containsKey(option)) {
        throw new HadoopIllegalArgumentException(
            "fsck -" + option + " is not supported by this file system");
      }
    }
    String[] path = parameters.get("path");
    boolean details = parameters.containsKey("replicadetails");
    return new FsckOptions(
        path == null || path.length == 0 || path[0].isEmpty() ? "/" : path[0],
        parameters.containsKey("files"),
        parameters.containsKey("blocks"),
        details || parameters.containsKey("locations"),
        details || parameters.containsKey("racks"),
        parameters.containsKey("openforwrite"),
        parameters.containsKey("delete"),
        parameters.containsKey("listcorruptfileblocks"));
  }
}
