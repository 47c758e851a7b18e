package io.warren.checker;

import io.warren.model.NamespaceException.Code;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An erasure-coding policy as the model knows it: what each unit of a group holds is found by
 * dealing out cells, one after the other.
 *
 * @param enabled whether it is from the beginning; no step changes that
 */
record Coding(int id, String name, int dataUnits, int parityUnits, boolean enabled) {
  /** Set on a directory whose files are replicated, whatever is set above. */
  static final int REPLICATION = -1;

  static final String REPLICATION_NAME = "replication";
  static final String ALSO_ENABLED = "XOR-2-1-1024k";
  private static final long CELL_BYTES = 1 << 20;

  private static final List<Coding> ALL =
      List.of(
          new Coding(1, "RS-6-3-1024k", 6, 3, true),
          new Coding(4, ALSO_ENABLED, 2, 1, true),
          new Coding(5, "RS-10-4-1024k", 10, 4, false));

  /** Null for replication. */
  static @Nullable Coding of(int id) {
    return ALL.stream().filter(coding -> coding.id == id).findFirst().orElse(null);
  }

  static String name(int id) {
    Coding coding = of(id);
    return coding == null ? REPLICATION_NAME : coding.name;
  }

  /** Refuses a policy that is not enabled. */
  static void requireEnabled(int id) {
    Coding coding = of(id);
    if (coding != null && !coding.enabled) {
      throw new Refused(Code.INVALID_ARGUMENT);
    }
  }

  int units() {
    return dataUnits + parityUnits;
  }

  /** What each unit of a group with so much data holds. */
  long[] unitBytes(long groupBytes) {
    long[] units = new long[units()];
    long restBytes = groupBytes;
    for (int cell = 0; restBytes > 0; cell++) {
      long inCell = Math.min(restBytes, CELL_BYTES);
      units[cell % dataUnits] += inCell;
      restBytes -= inCell;
    }
    Arrays.fill(units, dataUnits, units.length, units[0]);
    return units;
  }

  /** What so much data takes with its parity. */
  long spaceBytes(long dataBytes) {
    return Arrays.stream(unitBytes(dataBytes)).sum();
  }

  /** How many units must be stored so that a group can be read. */
  int needed(long groupBytes) {
    long[] data = Arrays.copyOf(unitBytes(groupBytes), dataUnits);
    return Math.max(1, (int) Arrays.stream(data).filter(bytes -> bytes > 0).count());
  }

  /** Whether another group may follow one with so much data: its last stripe is full. */
  boolean fillsStripes(long groupBytes) {
    return groupBytes % (CELL_BYTES * dataUnits) == 0;
  }
}
