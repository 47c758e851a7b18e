package io.warren.client;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;

/** Stays with one namenode until it fails, then with another. */
public final class StickyProxyProvider<T> extends SpreadingProxyProvider<T> {
  public StickyProxyProvider(
      Configuration conf, URI uri, Class<T> xface, HAProxyFactory<T> factory) {
    super(conf, uri, xface, factory, Policy.STICKY);
  }
}
