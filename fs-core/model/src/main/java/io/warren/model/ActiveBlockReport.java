package io.warren.model;

/**
 * Who reports to whom: a datanode that has asked to report its blocks. At most one row for each
 * datanode; it goes when the report ends.
 *
 * @param namenodeId which namenode takes the report; {@link #WAITING} while all are busy
 * @param leaseId permission for this one report, 0 while it waits
 * @param askedAtMs when the datanode first asked
 * @param assignedAtMs when the namenode was chosen, 0 while it waits
 * @param expiresAtMs from when on the row means nothing
 */
public record ActiveBlockReport(
    String datanodeUuid,
    long namenodeId,
    long leaseId,
    long askedAtMs,
    long assignedAtMs,
    long expiresAtMs) {
  /** No namenode has room yet: the datanode is in the queue. */
  public static final long WAITING = 0;
}
