package io.warren.namespace;

import java.util.Set;

/**
 * A caller by the numbers that inode rows hold.
 *
 * @param groups the same groups by the names that ACLs hold
 */
public record Identity(
    String user, int userId, Set<Integer> groupIds, Set<String> groups, boolean superuser) {}
