/** Block reports of simulated datanodes over real RPC. */
@NullMarked
package io.warren.bench.reports;

import org.jspecify.annotations.NullMarked;
