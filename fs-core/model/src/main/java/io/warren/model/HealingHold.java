package io.warren.model;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Why the leader does not heal yet: it began to lead while too many blocks could not be reached. A
 * row of the cluster's variables; there is none while blocks are healed.
 *
 * @param sinceMs when the wait began, whoever led then
 * @param endsAtMs when it ends if nothing changes
 * @param blocks how many blocks were looked at
 * @param reachable how many of them have a replica on a storage that is there
 * @param needed how many must have one
 * @param sampled whether there are more blocks than were looked at
 * @param storages how many storages there should be
 * @param missingStorages how many of them have not been seen
 */
public record HealingHold(
    long sinceMs,
    long endsAtMs,
    long blocks,
    long reachable,
    long needed,
    boolean sampled,
    int storages,
    int missingStorages) {
  /** Name of the variable. */
  public static final String VARIABLE = "healing_hold";

  private static final int FIELDS = 8;

  /** The row. */
  public ClusterVariable toVariable() {
    String value =
        LongStream.of(
                sinceMs,
                endsAtMs,
                blocks,
                reachable,
                needed,
                sampled ? 1 : 0,
                storages,
                missingStorages)
            .mapToObj(Long::toString)
            .collect(Collectors.joining(" "));
    return new ClusterVariable(VARIABLE, value);
  }

  /** What a row says; null for no row. */
  public static @Nullable HealingHold of(@Nullable ClusterVariable row) {
    if (row == null) {
      return null;
    }
    long[] fields = Arrays.stream(row.value().split(" ")).mapToLong(Long::parseLong).toArray();
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("Not a wait with healing: " + row.value());
    }
    return new HealingHold(
        fields[0],
        fields[1],
        fields[2],
        fields[3],
        fields[4],
        fields[5] != 0,
        (int) fields[6],
        (int) fields[7]);
  }
}
