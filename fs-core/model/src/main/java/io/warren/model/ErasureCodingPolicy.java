package io.warren.model;

/**
 * An erasure-coding policy that differs from what every file system begins with.
 *
 * @param id 1 to 63 for built-in ones, 64 to 127 for those that users added
 * @param cellBytes size of a stripe's cell
 */
public record ErasureCodingPolicy(
    int id, String name, String codec, int dataUnits, int parityUnits, int cellBytes, State state) {
  /** Whether directories may be given the policy; stored as the ordinal. */
  public enum State {
    DISABLED,
    ENABLED,
    /** Kept, so that the id is never given to another policy. */
    REMOVED;

    private static final State[] VALUES = values();

    public static State fromStored(int stored) {
      return VALUES[stored];
    }
  }

  /** The same policy in another state. */
  public ErasureCodingPolicy in(State other) {
    return new ErasureCodingPolicy(id, name, codec, dataUnits, parityUnits, cellBytes, other);
  }
}
