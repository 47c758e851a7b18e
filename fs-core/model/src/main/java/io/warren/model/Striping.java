package io.warren.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the data of a file are spread over the internal blocks of its block groups: cells of data go
 * round the data units, and each stripe of them has a cell in each parity unit.
 *
 * @param policyId id of the built-in erasure-coding policy
 * @param cellBytes size of a stripe's cell
 */
public record Striping(int policyId, int dataUnits, int parityUnits, int cellBytes) {
  private static final int CELL_BYTES = 1 << 20;
  private static final Map<Integer, Striping> BUILT_IN =
      Map.of(
          1, new Striping(1, 6, 3, CELL_BYTES),
          2, new Striping(2, 3, 2, CELL_BYTES),
          3, new Striping(3, 6, 3, CELL_BYTES),
          4, new Striping(4, 2, 1, CELL_BYTES),
          5, new Striping(5, 10, 4, CELL_BYTES));

  /** Of a built-in policy; null for every other id. */
  public static @Nullable Striping of(int policyId) {
    return BUILT_IN.get(policyId);
  }

  /** Internal blocks of a full group. */
  public int units() {
    return dataUnits + parityUnits;
  }

  /** Data of a full stripe. */
  public long stripeBytes() {
    return (long) cellBytes * dataUnits;
  }

  /** Length of one internal block of a group with so much data. */
  public long internalLengthBytes(long groupLengthBytes, int unit) {
    long restBytes = groupLengthBytes % stripeBytes();
    // Parity cells are as long as the longest data cell of their stripe, which is the first.
    long before = unit < dataUnits ? (long) unit * cellBytes : 0;
    long cell = Math.max(0, Math.min(cellBytes, restBytes - before));
    return groupLengthBytes / stripeBytes() * cellBytes + cell;
  }

  /** Whether an internal block of a group with so much data has any bytes. */
  public boolean isStored(long groupLengthBytes, int unit) {
    return internalLengthBytes(groupLengthBytes, unit) > 0;
  }

  /** How many internal blocks of a group with so much data have any bytes. */
  public int storedUnits(long groupLengthBytes) {
    int stored = 0;
    for (int unit = 0; unit < units(); unit++) {
      stored += isStored(groupLengthBytes, unit) ? 1 : 0;
    }
    return stored;
  }

  /** How many internal blocks must be readable so that all data of a group are. */
  public int neededUnits(long groupLengthBytes) {
    long cells = (groupLengthBytes + cellBytes - 1) / cellBytes;
    return (int) Math.max(1, Math.min(dataUnits, cells));
  }

  /** Bytes that so much data takes, parity counted. */
  public long spaceBytes(long lengthBytes) {
    return lengthBytes + parityUnits * internalLengthBytes(lengthBytes, dataUnits);
  }
}
