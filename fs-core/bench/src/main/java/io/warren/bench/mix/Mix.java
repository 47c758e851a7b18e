package io.warren.bench.mix;

import java.util.random.RandomGenerator;

/** Chooses operations by their shares; the share of creates can be raised. */
final class Mix {
  private static final MixOperation[] OPERATIONS = MixOperation.values();

  private final double[] upTo = new double[OPERATIONS.length];

  /**
   * @param createPercent share of creates, the others keep their proportions; negative for the
   *     mix's own
   */
  Mix(double createPercent) {
    double create = MixOperation.CREATE.share();
    double wanted = createPercent < 0 ? create : createPercent / 100 * MixOperation.SHARES;
    double scale = (MixOperation.SHARES - wanted) / (MixOperation.SHARES - create);
    double sum = 0;
    for (int i = 0; i < OPERATIONS.length; i++) {
      boolean isCreate = OPERATIONS[i] == MixOperation.CREATE;
      sum += isCreate ? wanted : OPERATIONS[i].share() * scale;
      upTo[i] = sum;
    }
  }

  MixOperation choose(RandomGenerator random) {
    double at = random.nextDouble() * upTo[upTo.length - 1];
    for (int i = 0; i < upTo.length - 1; i++) {
      if (at < upTo[i]) {
        return OPERATIONS[i];
      }
    }
    return OPERATIONS[OPERATIONS.length - 1];
  }
}
