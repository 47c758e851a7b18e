package io.warren.namenode.rpc;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.RowBlockProtocol;
import io.warren.client.small.SmallFileProtocol;
import java.util.Arrays;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/**
 * Who may call which protocol: as in stock HDFS, block reports and rows like the other datanode
 * calls, small files like the other clients' calls.
 */
final class ProtocolPolicy extends HDFSPolicyProvider {
  @Override
  public Service[] getServices() {
    Service[] stock = super.getServices();
    Service[] all = Arrays.copyOf(stock, stock.length + 3);
    all[stock.length] =
        new Service(
            CommonConfigurationKeys.SECURITY_DATANODE_PROTOCOL_ACL, BlockReportProtocol.class);
    all[stock.length + 1] =
        new Service(CommonConfigurationKeys.SECURITY_CLIENT_PROTOCOL_ACL, SmallFileProtocol.class);
    all[stock.length + 2] =
        new Service(CommonConfigurationKeys.SECURITY_DATANODE_PROTOCOL_ACL, RowBlockProtocol.class);
    return all;
  }
}
