/** How fast files of a few KiB are written and read. */
@NullMarked
package io.warren.bench.smallfiles;

import org.jspecify.annotations.NullMarked;
