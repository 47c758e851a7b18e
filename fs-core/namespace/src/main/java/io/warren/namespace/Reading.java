package io.warren.namespace;

import io.warren.store.Tx;
import java.util.function.LongPredicate;

/**
 * The transaction in which paths are read.
 *
 * @param wrote whether it has written an inode itself, by id: such a row is read as written, and is
 *     not remembered before it is committed
 */
record Reading(Tx tx, LongPredicate wrote) {}
