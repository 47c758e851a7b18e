package io.warren.namenode.admin;

import io.warren.namenode.heat.HeatKind;
import org.jspecify.annotations.Nullable;

/**
 * What calls are counted under, as it is told.
 *
 * @param second null for what is no pair
 */
record HeatKey(String first, @Nullable String second) {
  static HeatKey of(String counted) {
    int between = counted.indexOf(HeatKind.BETWEEN);
    return between < 0
        ? new HeatKey(counted, null)
        : new HeatKey(counted.substring(0, between), counted.substring(between + 1));
  }
}
