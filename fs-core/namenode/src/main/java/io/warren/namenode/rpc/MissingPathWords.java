package io.warren.namenode.rpc;

/** What stock namenodes say of a path that is not there: each family of calls in its own words. */
final class MissingPathWords {
  private MissingPathWords() {}

  /**
   * The message of a FileNotFoundException.
   *
   * @param call name of a protocol's method, "" for none
   */
  static String of(String call, String path) {
    return switch (call) {
      case "checkAccess", "setErasureCodingPolicy", "unsetErasureCodingPolicy" ->
          "Path not found: " + path;
      case "getQuotaUsage", "getStoragePolicy", "setStoragePolicy", "unsetStoragePolicy" ->
          "File/Directory does not exist: " + path;
      case "setPermission",
          "setOwner",
          "createSnapshot",
          "deleteSnapshot",
          "renameSnapshot",
          "modifyAclEntries",
          "removeAclEntries",
          "removeDefaultAcl",
          "removeAcl",
          "setAcl" ->
          "Directory/File does not exist " + path;
      case "getXAttrs", "listXAttrs", "setXAttr", "removeXAttr", "getAclStatus" ->
          "cannot find " + path;
      case "setTimes" -> "File/Directory " + path + " does not exist.";
      case "setQuota", "allowSnapshot", "disallowSnapshot" -> "Directory does not exist: " + path;
      default -> "File does not exist: " + path;
    };
  }
}
