package io.warren.namenode.admin;

import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** The states that datanodes give their storages, in the admin API's words. */
final class StorageStates {
  private StorageStates() {}

  static String text(DatanodeStorage.State state) {
    return switch (state) {
      case NORMAL -> "normal";
      case READ_ONLY_SHARED -> "read_only";
      case FAILED -> "failed";
    };
  }
}
