package io.warren.blockreports;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** A datanode's end of the protocol, connected to one namenode. Thread-safe. */
public final class RowBlockClient implements RowBlockProtocol, Closeable {
  private static final int ATTEMPTS = 1;

  private interface Call {
    BytesValue send() throws ServiceException;
  }

  private final RowBlockProtocolPB namenode;

  private RowBlockClient(RowBlockProtocolPB namenode) {
    this.namenode = namenode;
  }

  /**
   * Connects with the first call.
   *
   * @param caller whom the namenode must know as a datanode
   * @param timeoutMs for each call
   */
  public static RowBlockClient connect(
      InetSocketAddress address, UserGroupInformation caller, Configuration settings, int timeoutMs)
      throws IOException {
    Configuration conf = new Configuration(settings);
    RPC.setProtocolEngine(conf, RowBlockProtocolPB.class, ProtobufRpcEngine2.class);
    conf.setInt("ipc.client.connect.max.retries", ATTEMPTS);
    conf.setInt("ipc.client.connect.max.retries.on.timeouts", ATTEMPTS);
    conf.setInt("ipc.client.connect.timeout", timeoutMs);
    return new RowBlockClient(
        RPC.getProxy(
            RowBlockProtocolPB.class,
            RPC.getProtocolVersion(RowBlockProtocolPB.class),
            address,
            caller,
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            timeoutMs));
  }

  @Override
  public void ready(RowBlockRequest request) throws IOException {
    BytesValue packed = Messages.pack(request::write);
    call(() -> namenode.ready(null, packed));
  }

  @Override
  public RowBlock read(RowBlockRequest request) throws IOException {
    BytesValue packed = Messages.pack(request::write);
    return Messages.unpack(call(() -> namenode.read(null, packed)), RowBlock::read);
  }

  private static BytesValue call(Call call) throws IOException {
    try {
      return call.send();
    } catch (ServiceException e) {
      if (e.getCause() instanceof RemoteException remote) {
        throw remote.unwrapRemoteException(FileNotFoundException.class);
      }
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(namenode);
  }
}
