package io.warren.blockreports;

import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** {@link RowBlockProtocol} as Hadoop's RPC engine calls it; see {@link Messages}. */
@KerberosInfo(
    serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
@ProtocolInfo(protocolName = RowBlockProtocolPB.NAME, protocolVersion = 1)
public interface RowBlockProtocolPB {
  /** Its name on the wire. */
  String NAME = "io.warren.blockreports.RowBlockProtocol";

  BytesValue ready(@Nullable RpcController controller, BytesValue request) throws ServiceException;

  BytesValue read(@Nullable RpcController controller, BytesValue request) throws ServiceException;
}
