package io.warren.namenode.heat;

/**
 * One call that has ended, or was refused before it began, or what was done for one afterwards.
 * Texts are empty where a call has no such thing.
 *
 * @param calls 1; 0 for what was done afterwards
 * @param application the caller's context, as far as the client sent one
 * @param directory that the call worked in: the listed one, else the parent of its path
 * @param nanos from its admission to its answer; 0 when it was refused, as are the next two
 * @param waitedNanos from its arrival until a handler began it; 0 where it was not Hadoop's RPC
 * @param rows read and written in the store
 * @param refused whether there was no room for it: its client may repeat it
 */
public record HeatSample(
    int calls,
    String operation,
    String user,
    String address,
    String application,
    String directory,
    String path,
    long nanos,
    long waitedNanos,
    int rows,
    boolean refused) {
  /** Of a call that was refused before anybody looked at what it asks for. */
  public static HeatSample refusedUnread(String user, String address, String application) {
    return new HeatSample(1, "", user, address, application, "", "", 0, 0, 0, true);
  }

  /** What went on for this call, once it had ended and was counted. */
  HeatSample afterwards(long nanos) {
    return new HeatSample(
        0, operation, user, address, application, directory, path, nanos, 0, 0, false);
  }
}
