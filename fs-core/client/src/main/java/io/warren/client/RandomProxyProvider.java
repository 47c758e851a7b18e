package io.warren.client;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;

/** Sends each call to a namenode chosen at random. */
public final class RandomProxyProvider<T> extends SpreadingProxyProvider<T> {
  public RandomProxyProvider(
      Configuration conf, URI uri, Class<T> xface, HAProxyFactory<T> factory) {
    super(conf, uri, xface, factory, Policy.RANDOM);
  }
}
