package io.warren.migrate.load;

/**
 * The policies that are set on a directory itself.
 *
 * @param storage 0 for none
 * @param erasureCoding 0 for none, -1 for replication
 */
record SetPolicies(int storage, int erasureCoding) {
  static final SetPolicies NONE = new SetPolicies(0, 0);
}
