package io.warren.client;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;

/** Sends each call to the next namenode in turn. */
public final class RoundRobinProxyProvider<T> extends SpreadingProxyProvider<T> {
  public RoundRobinProxyProvider(
      Configuration conf, URI uri, Class<T> xface, HAProxyFactory<T> factory) {
    super(conf, uri, xface, factory, Policy.ROUND_ROBIN);
  }
}
