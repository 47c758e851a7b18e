package io.warren.client.small;

import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** {@link SmallFileProtocol} as Hadoop's RPC engine calls it; see {@link SmallFileMessages}. */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
@ProtocolInfo(protocolName = SmallFileProtocolPB.NAME, protocolVersion = 1)
public interface SmallFileProtocolPB {
  /** Its name on the wire. */
  String NAME = "io.warren.client.small.SmallFileProtocol";

  BytesValue complete(@Nullable RpcController controller, BytesValue request)
      throws ServiceException;

  BytesValue open(@Nullable RpcController controller, BytesValue request) throws ServiceException;

  BytesValue append(@Nullable RpcController controller, BytesValue request) throws ServiceException;
}
