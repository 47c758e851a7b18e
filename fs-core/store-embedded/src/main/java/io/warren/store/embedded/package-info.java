/** The store SPI on RocksDB: one folder, one process, row locks and a durable change feed. */
@NullMarked
package io.warren.store.embedded;

import org.jspecify.annotations.NullMarked;
