package io.warren.namenode.rpc;

import io.warren.namenode.service.CallShares;
import io.warren.namenode.service.NamenodeSettings;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ClientCallQueue;
import org.apache.hadoop.ipc.Schedulable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a namenode divides itself among its callers, and how that is changed while it runs. */
public final class CallQueues implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallQueues.class);

  private final Configuration conf;
  private final CallShares shares;
  private final Consumer<Schedulable> pushedBack;
  private volatile List<String> prefixes = List.of();
  private volatile @Nullable RpcFace rpc;

  /**
   * @param pushedBack hears of each client's call that finds its queue full
   */
  public CallQueues(
      Configuration conf, NamenodeSettings settings, Consumer<Schedulable> pushedBack) {
    this.conf = conf;
    this.pushedBack = pushedBack;
    shares = new CallShares(settings.callBounds(), System::nanoTime, Processors::load);
  }

  public CallShares shares() {
    return shares;
  }

  /** Whose queue it is; bound, but not started yet. */
  public void serve(RpcFace served) {
    String first = CallQueueSettings.prefix(served.settingsPort());
    String later = CallQueueSettings.prefix(served.port());
    prefixes = first.equals(later) ? List.of(first) : List.of(later, first);
    prefixes.forEach(prefix -> ClientCallQueue.tell(prefix, pushedBack));
    rpc = served;
  }

  /** Reads the settings' files again and goes by them from now on. */
  void refresh() {
    Configuration fresh = new Configuration(conf);
    fresh.reloadConfiguration();
    NamenodeSettings settings = NamenodeSettings.read(fresh);
    RpcFace served = rpc;
    if (served == null) {
      throw new IllegalStateException("There is no queue yet");
    }
    served.refreshCallQueue(fresh);
    shares.bounds(settings.callBounds());
    LOG.info("The queue of calls is made anew; its bounds: {}", shares.bounds());
  }

  /** Names of the queue's settings and measurements; the one in use first. */
  public List<String> prefixes() {
    return prefixes;
  }

  @Override
  public void close() {
    prefixes.forEach(prefix -> ClientCallQueue.untell(prefix, pushedBack));
  }

  /** Calls that were pushed back because the queue was full, since the start. */
  public long backedOff() {
    return prefixes.stream().mapToLong(ClientCallQueue::backedOff).sum();
  }
}
