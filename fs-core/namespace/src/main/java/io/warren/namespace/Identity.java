package io.warren.namespace;

import java.util.Set;

/** A caller by the numbers that inode rows hold. */
public record Identity(String user, int userId, Set<Integer> groupIds, boolean superuser) {}
