/** What clients and namenodes say to each other of files whose bytes are in the database. */
@NullMarked
package io.warren.client.small;

import org.jspecify.annotations.NullMarked;
