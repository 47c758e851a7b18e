package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.AclPermissionParam;
import org.apache.hadoop.hdfs.web.resources.ECPolicyParam;
import org.apache.hadoop.hdfs.web.resources.NameSpaceQuotaParam;
import org.apache.hadoop.hdfs.web.resources.OldSnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.PutOpParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.StoragePolicyParam;
import org.apache.hadoop.hdfs.web.resources.StorageSpaceQuotaParam;
import org.apache.hadoop.hdfs.web.resources.StorageTypeParam;
import org.apache.hadoop.hdfs.web.resources.XAttrNameParam;
import org.apache.hadoop.hdfs.web.resources.XAttrSetFlagParam;
import org.apache.hadoop.hdfs.web.resources.XAttrValueParam;

/** HTTP PUTs of ACLs, extended attributes, quotas, policies and snapshots. */
final class AttributePuts {
  private final ClientProtocol client;

  AttributePuts(ClientProtocol client) {
    this.client = client;
  }

  /**
   * @throws UnsupportedOperationException for an operation of another kind
   */
  WebHdfsAnswer handle(PutOpParam.Op op, WebHdfsRequest request) throws IOException {
    String path = request.path();
    switch (op) {
      case MODIFYACLENTRIES -> client.modifyAclEntries(path, acl(request, true));
      case REMOVEACLENTRIES -> client.removeAclEntries(path, acl(request, false));
      case REMOVEDEFAULTACL -> client.removeDefaultAcl(path);
      case REMOVEACL -> client.removeAcl(path);
      case SETACL -> client.setAcl(path, acl(request, true));
      case SETXATTR -> setXAttr(request);
      case REMOVEXATTR -> client.removeXAttr(path, XAttrHelper.buildXAttr(xattrName(request)));
      case SETQUOTA ->
          client.setQuota(
              path,
              request.require(NameSpaceQuotaParam.NAME, NameSpaceQuotaParam::new).getValue(),
              spaceQuota(request),
              null);
      case SETQUOTABYSTORAGETYPE ->
          client.setQuota(
              path,
              HdfsConstants.QUOTA_DONT_SET,
              spaceQuota(request),
              StorageType.parseStorageType(
                  request.require(StorageTypeParam.NAME, StorageTypeParam::new).getValue()));
      case SETSTORAGEPOLICY -> client.setStoragePolicy(path, storagePolicy(request));
      case SATISFYSTORAGEPOLICY -> client.satisfyStoragePolicy(path);
      case ENABLEECPOLICY -> client.enableErasureCodingPolicy(ecPolicy(request));
      case DISABLEECPOLICY -> client.disableErasureCodingPolicy(ecPolicy(request));
      case SETECPOLICY -> client.setErasureCodingPolicy(path, ecPolicy(request));
      default -> {
        return snapshots(op, request);
      }
    }
    return WebHdfsAnswer.EMPTY;
  }

  private WebHdfsAnswer snapshots(PutOpParam.Op op, WebHdfsRequest request) throws IOException {
    String path = request.path();
    switch (op) {
      case ALLOWSNAPSHOT -> client.allowSnapshot(path);
      case DISALLOWSNAPSHOT -> client.disallowSnapshot(path);
      case CREATESNAPSHOT -> {
        String name = request.get(SnapshotNameParam.NAME, SnapshotNameParam::new).getValue();
        return WebHdfsAnswer.json(JsonUtil.toJsonString("Path", client.createSnapshot(path, name)));
      }
      case RENAMESNAPSHOT ->
          client.renameSnapshot(
              path,
              request.require(OldSnapshotNameParam.NAME, OldSnapshotNameParam::new).getValue(),
              request.require(SnapshotNameParam.NAME, SnapshotNameParam::new).getValue());
      default -> throw new UnsupportedOperationException(op + " is not supported");
    }
    return WebHdfsAnswer.EMPTY;
  }

  private static List<AclEntry> acl(WebHdfsRequest request, boolean withPermissions) {
    return request
        .require(AclPermissionParam.NAME, AclPermissionParam::new)
        .getAclPermission(withPermissions);
  }

  private static String xattrName(WebHdfsRequest request) {
    return request.require(XAttrNameParam.NAME, XAttrNameParam::new).getXAttrName();
  }

  private void setXAttr(WebHdfsRequest request) throws IOException {
    byte[] value = request.get(XAttrValueParam.NAME, XAttrValueParam::new).getXAttrValue();
    XAttr attribute = XAttrHelper.buildXAttr(xattrName(request), value);
    client.setXAttr(
        request.path(),
        attribute,
        request.require(XAttrSetFlagParam.NAME, XAttrSetFlagParam::new).getFlag());
  }

  private static long spaceQuota(WebHdfsRequest request) {
    return request.require(StorageSpaceQuotaParam.NAME, StorageSpaceQuotaParam::new).getValue();
  }

  private static String storagePolicy(WebHdfsRequest request) {
    String name = request.get(StoragePolicyParam.NAME, StoragePolicyParam::new).getValue();
    if (name == null) {
      throw new IllegalArgumentException("Storage policy name is empty.");
    }
    return name;
  }

  private static String ecPolicy(WebHdfsRequest request) {
    return request.require(ECPolicyParam.NAME, ECPolicyParam::new).getValue();
  }
}
