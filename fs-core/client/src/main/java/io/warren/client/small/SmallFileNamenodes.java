package io.warren.client.small;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.security.UserGroupInformation;

/** The namenodes of a file system, one after the other while they fail. Thread-safe. */
public final class SmallFileNamenodes implements FailoverProxyProvider<SmallFileProtocol> {
  private final List<InetSocketAddress> addresses;
  private final UserGroupInformation user;
  private final Configuration conf;
  private final Map<InetSocketAddress, SmallFileRpc> connected = new HashMap<>();
  private int present;

  private SmallFileNamenodes(
      Collection<InetSocketAddress> addresses, UserGroupInformation user, Configuration conf) {
    this.addresses = List.copyOf(addresses);
    this.user = user;
    this.conf = conf;
  }

  /** The protocol to a file system, with the failover and the retries of its stock clients. */
  public static SmallFileProtocol connect(
      URI fileSystem, UserGroupInformation user, Configuration conf) {
    List<InetSocketAddress> found = new ArrayList<>();
    if (HAUtilClient.isLogicalUri(conf, fileSystem)) {
      Map<String, InetSocketAddress> all =
          DFSUtilClient.getHaNnRpcAddresses(conf).get(fileSystem.getHost());
      if (all != null) {
        found.addAll(all.values());
      }
      if (user.hasKerberosCredentials() || !user.getTokens().isEmpty()) {
        all = all == null ? Map.of() : all;
        HAUtilClient.cloneDelegationTokenForLogicalUri(user, fileSystem, all.values());
      }
    } else {
      found.add(DFSUtilClient.getNNAddress(fileSystem));
    }
    DfsClientConf times = new DfsClientConf(conf);
    return (SmallFileProtocol)
        RetryProxy.create(
            SmallFileProtocol.class,
            new SmallFileNamenodes(found, user, conf),
            RetryPolicies.failoverOnNetworkException(
                RetryPolicies.TRY_ONCE_THEN_FAIL,
                times.getMaxFailoverAttempts(),
                conf.getInt(
                    HdfsClientConfigKeys.Retry.MAX_ATTEMPTS_KEY,
                    HdfsClientConfigKeys.Retry.MAX_ATTEMPTS_DEFAULT),
                times.getFailoverSleepBaseMillis(),
                times.getFailoverSleepMaxMillis()));
  }

  @Override
  public synchronized ProxyInfo<SmallFileProtocol> getProxy() {
    InetSocketAddress address = addresses.get(present % addresses.size());
    try {
      SmallFileRpc rpc = connected.get(address);
      if (rpc == null) {
        rpc = SmallFileRpc.connect(address, user, conf);
        connected.put(address, rpc);
      }
      return new ProxyInfo<>(rpc, address.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void performFailover(SmallFileProtocol failed) {
    present++;
  }

  @Override
  public Class<SmallFileProtocol> getInterface() {
    return SmallFileProtocol.class;
  }

  @Override
  public synchronized void close() {
    connected.values().forEach(SmallFileRpc::close);
    connected.clear();
  }
}
