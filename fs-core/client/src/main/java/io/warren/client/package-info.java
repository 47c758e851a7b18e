/**
 * Failover proxy providers for stock HDFS applications: how a client spreads its calls over
 * namenodes that are all active. Name one of them in {@code
 * dfs.client.failover.proxy.provider.<nameservice>}.
 */
@NullMarked
package io.warren.client;

import org.jspecify.annotations.NullMarked;
