package io.warren.blockreports;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** A datanode's end of the protocol, connected to one namenode. Thread-safe. */
public final class BlockReportClient implements BlockReportProtocol, Closeable {
  private static final int ATTEMPTS = 1;

  private interface Call {
    BytesValue send() throws ServiceException;
  }

  private final BlockReportProtocolPB namenode;
  private final AtomicLong sentBytes = new AtomicLong();

  private BlockReportClient(BlockReportProtocolPB namenode) {
    this.namenode = namenode;
  }

  /**
   * Connects with the first call.
   *
   * @param timeoutMs for each call
   */
  public static BlockReportClient connect(
      InetSocketAddress address, Configuration settings, int timeoutMs) throws IOException {
    Configuration conf = new Configuration(settings);
    RPC.setProtocolEngine(conf, BlockReportProtocolPB.class, ProtobufRpcEngine2.class);
    conf.setInt("ipc.client.connect.max.retries", ATTEMPTS);
    conf.setInt("ipc.client.connect.max.retries.on.timeouts", ATTEMPTS);
    return new BlockReportClient(
        RPC.getProxy(
            BlockReportProtocolPB.class,
            RPC.getProtocolVersion(BlockReportProtocolPB.class),
            address,
            UserGroupInformation.getCurrentUser(),
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            timeoutMs));
  }

  /** Bytes of all messages so far, without RPC headers. */
  public long sentBytes() {
    return sentBytes.get();
  }

  @Override
  public SummaryAnswer reportSummary(SummaryReport report) throws IOException {
    BytesValue packed = Messages.pack(report::write);
    return Messages.unpack(
        call(packed, () -> namenode.reportSummary(null, packed)), SummaryAnswer::read);
  }

  @Override
  public Turn askTurn(TurnRequest request) throws IOException {
    BytesValue packed = Messages.pack(request::write);
    return Messages.unpack(call(packed, () -> namenode.askTurn(null, packed)), Turn::read);
  }

  @Override
  public HashAnswer reportHashes(HashReport report) throws IOException {
    BytesValue packed = Messages.pack(report::write);
    return Messages.unpack(
        call(packed, () -> namenode.reportHashes(null, packed)), HashAnswer::read);
  }

  @Override
  public void reportBuckets(BucketReport report) throws IOException {
    BytesValue packed = Messages.pack(report::write);
    call(packed, () -> namenode.reportBuckets(null, packed));
  }

  @Override
  public void endReport(ReportEnd end) throws IOException {
    BytesValue packed = Messages.pack(end::write);
    call(packed, () -> namenode.endReport(null, packed));
  }

  private BytesValue call(BytesValue request, Call call) throws IOException {
    sentBytes.addAndGet(request.getSerializedSize());
    try {
      return call.send();
    } catch (ServiceException e) {
      if (e.getCause() instanceof RemoteException remote) {
        throw remote.unwrapRemoteException(StaleTurnException.class);
      }
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(namenode);
  }
}
