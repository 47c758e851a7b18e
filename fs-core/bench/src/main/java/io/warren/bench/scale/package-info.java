/** What a run over several namenodes and an NDB cluster is, and its report. */
@NullMarked
package io.warren.bench.scale;

import org.jspecify.annotations.NullMarked;
