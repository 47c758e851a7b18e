package io.warren.migrate.rehearse;

/** What a rehearsal may find that is not as it should be, the worst first. */
public enum Finding {
  MISSING(
      "missing",
      true,
      "There is no good copy, or too few units of a coded block: the file can't be read there"),
  WRONG_LENGTH("wrong_length", false, "The copy is not as long as its block: it is not read"),
  WRONG_STAMP(
      "wrong_stamp", false, "The copy has another generation stamp than its block: it is not read"),
  UNFINISHED("unfinished", false, "The copy was never ended, while its block was: it is not read"),
  EXTRA(
      "extra",
      false,
      "The store has no such block: after the take-over datanodes are told to drop it"),
  UNDER_REPLICATED(
      "under_replicated", false, "Fewer good copies than the file wants: they will be made");

  private final String word;
  private final boolean losesData;
  private final String meaning;

  Finding(String word, boolean losesData, String meaning) {
    this.word = word;
    this.losesData = losesData;
    this.meaning = meaning;
  }

  /** As reports name it. */
  public String word() {
    return word;
  }

  /** Whether something can't be read. */
  public boolean losesData() {
    return losesData;
  }

  /** What becomes of it. */
  public String meaning() {
    return meaning;
  }

  /** Whether a take-over should wait for it; few copies are healed by themselves. */
  public boolean isAFault() {
    return this != UNDER_REPLICATED;
  }
}
