package io.warren.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.ha.AbstractNNFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcInvocationHandler;
import org.apache.hadoop.ipc.StandbyException;
import org.jspecify.annotations.Nullable;

/**
 * Hands out one proxy whose every call goes to the namenode that the policy chooses. A call that
 * fails is thrown to Hadoop's retry handler, which repeats it with the same call id where that is
 * allowed; the repetition goes to another namenode.
 *
 * <p>All namenodes of Warren are active and repeat nothing (they share a retry cache in the store),
 * so spreading calls is safe. New namenodes are found, see {@link Discovery}.
 */
abstract class SpreadingProxyProvider<T> extends AbstractNNFailoverProxyProvider<T> {
  /** How long a namenode that failed is avoided, in milliseconds. */
  static final String AVOID_KEY = "warren.client.avoid-failed.ms";

  private static final long AVOID_DEFAULT_MS = 5_000;

  private final URI uri;
  private final Selection selection;
  private final Discovery discovery;
  private final Map<InetSocketAddress, NNProxyInfo<T>> proxies = new ConcurrentHashMap<>();
  private final ProxyInfo<T> spreading;

  SpreadingProxyProvider(
      Configuration conf, URI uri, Class<T> xface, HAProxyFactory<T> factory, Policy policy) {
    super(conf, uri, xface, factory);
    this.uri = uri;
    List<InetSocketAddress> configured =
        getProxyAddresses(uri, HdfsClientConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY).stream()
            .map(NNProxyInfo::getAddress)
            .toList();
    long avoidMs = conf.getLong(AVOID_KEY, AVOID_DEFAULT_MS);
    selection =
        new Selection(
            policy,
            configured,
            new Random(),
            System::nanoTime,
            TimeUnit.MILLISECONDS.toNanos(avoidMs));
    discovery = Discovery.start(conf, uri.getHost(), this::replace);
    Object proxy =
        Proxy.newProxyInstance(
            SpreadingProxyProvider.class.getClassLoader(), new Class<?>[] {xface}, new Handler());
    spreading = new ProxyInfo<>(xface.cast(proxy), uri.getHost() + " by " + policy);
  }

  private void replace(List<InetSocketAddress> present) {
    selection.update(present);
    Set<InetSocketAddress> known = selection.known();
    proxies
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !known.contains(entry.getKey());
              if (gone) {
                stop(entry.getValue());
              }
              return gone;
            });
  }

  /** The namenodes that calls go to now. */
  List<InetSocketAddress> members() {
    return selection.members();
  }

  @Override
  public ProxyInfo<T> getProxy() {
    return spreading;
  }

  /** Nothing to do: the failed namenode is noted where its call failed. */
  @Override
  public void performFailover(T currentProxy) {}

  @Override
  public boolean useLogicalURI() {
    return true;
  }

  @Override
  public void close() {
    discovery.close();
    proxies.values().forEach(this::stop);
    proxies.clear();
  }

  private void stop(NNProxyInfo<T> info) {
    if (info.proxy != null) {
      RPC.stopProxy(info.proxy);
    }
  }

  private T proxyOf(InetSocketAddress address) {
    NNProxyInfo<T> info =
        proxies.computeIfAbsent(address, a -> createProxyIfNeeded(new NNProxyInfo<>(a)));
    return info.proxy;
  }

  /** Whether the namenode, and not the call, was at fault. */
  private static boolean isNamenodesFault(Throwable error) {
    if (error instanceof RemoteException remote) {
      return remote.unwrapRemoteException(StandbyException.class) instanceof StandbyException;
    }
    return error instanceof IOException;
  }

  private final class Handler implements RpcInvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return method.invoke(this, arguments);
      }
      InetSocketAddress address = selection.choose();
      try {
        Object answer = method.invoke(proxyOf(address), arguments);
        selection.answered(address);
        return answer;
      } catch (InvocationTargetException e) {
        Throwable cause = e.getCause();
        if (cause != null && isNamenodesFault(cause)) {
          selection.failed(address);
        }
        throw cause == null ? e : cause;
      }
    }

    @Override
    public Client.ConnectionId getConnectionId() {
      return RPC.getConnectionIdForProxy(proxyOf(selection.choose()));
    }

    @Override
    public void close() {
      SpreadingProxyProvider.this.close();
    }

    @Override
    public String toString() {
      return "namenodes of " + uri;
    }
  }
}
