package io.warren.client.small;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** A client's end of the protocol, connected to one namenode. Thread-safe. */
final class SmallFileRpc implements SmallFileProtocol {
  private interface Call {
    BytesValue send() throws ServiceException;
  }

  private final SmallFileProtocolPB namenode;

  private SmallFileRpc(SmallFileProtocolPB namenode) {
    this.namenode = namenode;
  }

  /** Connects with the first call, as the user of a client. */
  static SmallFileRpc connect(
      InetSocketAddress address, UserGroupInformation user, Configuration settings)
      throws IOException {
    Configuration conf = new Configuration(settings);
    RPC.setProtocolEngine(conf, SmallFileProtocolPB.class, ProtobufRpcEngine2.class);
    return new SmallFileRpc(
        RPC.getProxy(
            SmallFileProtocolPB.class,
            RPC.getProtocolVersion(SmallFileProtocolPB.class),
            address,
            user,
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            Client.getRpcTimeout(conf)));
  }

  @Override
  public boolean complete(String src, long fileId, String clientName, byte[] bytes)
      throws IOException {
    BytesValue packed = new SmallFileMessages.Complete(src, fileId, clientName, bytes).pack();
    return SmallFileMessages.unpackBoolean(call(() -> namenode.complete(null, packed)));
  }

  @Override
  public SmallFile.Opened open(String src, long offset, long length) throws IOException {
    BytesValue packed = new SmallFileMessages.Open(src, offset, length).pack();
    return SmallFileMessages.unpackOpened(call(() -> namenode.open(null, packed)));
  }

  @Override
  public SmallFile.Reopened append(String src, String clientName) throws IOException {
    BytesValue packed = new SmallFileMessages.Append(src, clientName).pack();
    return SmallFileMessages.unpackReopened(call(() -> namenode.append(null, packed)));
  }

  /** Errors of the namenode stay as they came: the retries go by them. */
  private static BytesValue call(Call call) throws IOException {
    try {
      return call.send();
    } catch (ServiceException e) {
      if (e.getCause() instanceof RemoteException remote) {
        throw remote;
      }
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  void close() {
    RPC.stopProxy(namenode);
  }
}
