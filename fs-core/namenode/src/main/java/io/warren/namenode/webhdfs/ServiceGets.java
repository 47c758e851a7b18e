package io.warren.namenode.webhdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.AllUsersParam;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.OldSnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotDiffIndexParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotDiffStartPathParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.XAttrEncodingParam;
import org.apache.hadoop.hdfs.web.resources.XAttrNameParam;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** GETs about the file system, the caller and the attributes of a path. */
final class ServiceGets {
  private final ClientProtocol client;
  private final Configuration conf;
  private final DelegationTokenGet tokens;
  private final TrashRoots trash;

  ServiceGets(ClientProtocol client, Configuration conf, DelegationTokenGet tokens) {
    this.client = client;
    this.conf = conf;
    this.tokens = tokens;
    this.trash = new TrashRoots(client, conf);
  }

  /**
   * @throws UnsupportedOperationException for an operation of another kind
   */
  WebHdfsAnswer handle(GetOpParam.Op op, WebHdfsRequest request) throws IOException {
    return WebHdfsAnswer.json(
        switch (op) {
          case GETDELEGATIONTOKEN -> tokens.answer(request);
          case GETHOMEDIRECTORY ->
              JsonUtil.toJsonString(
                  "Path",
                  DFSUtilClient.getHomeDirectory(conf, UserGroupInformation.getCurrentUser()));
          case GETTRASHROOT -> JsonUtil.toJsonString("Path", trash.ofCaller());
          case GETTRASHROOTS ->
              JsonUtil.toJsonString(trash.existing(request.flag(AllUsersParam.NAME)));
          case GETSERVERDEFAULTS -> JsonUtil.toJsonString(client.getServerDefaults());
          case GETSTATUS -> {
            long[] stats = client.getStats();
            yield JsonUtil.toJsonString(new FsStatus(stats[0], stats[1], stats[2]));
          }
          case GETALLSTORAGEPOLICY -> JsonUtil.toJsonString(client.getStoragePolicies());
          case GETECPOLICIES -> JsonUtil.toJsonString(client.getErasureCodingPolicies());
          case GETECCODECS ->
              JsonUtil.toJsonString("ErasureCodingCodecs", client.getErasureCodingCodecs());
          default -> attribute(op, request);
        });
  }

  private String attribute(GetOpParam.Op op, WebHdfsRequest request) throws IOException {
    String path = request.path();
    return switch (op) {
      case GETSTORAGEPOLICY -> JsonUtil.toJsonString(client.getStoragePolicy(path));
      case GETECPOLICY -> JsonUtil.toJsonString((Object) client.getErasureCodingPolicy(path));
      case GETACLSTATUS -> JsonUtil.toJsonString(acl(path));
      case LISTXATTRS -> JsonUtil.toJsonString(client.listXAttrs(path));
      case GETXATTRS -> {
        XAttrEncodingParam encoding =
            request.require(XAttrEncodingParam.NAME, XAttrEncodingParam::new);
        yield JsonUtil.toJsonString(
            client.getXAttrs(path, wanted(request)), encoding.getEncoding());
      }
      case GETLINKTARGET -> JsonUtil.toJsonString("Path", client.getLinkTarget(path));
      case GETSNAPSHOTTABLEDIRECTORYLIST ->
          JsonUtil.toJsonString(client.getSnapshottableDirListing());
      case GETSNAPSHOTLIST -> JsonUtil.toJsonString(client.getSnapshotListing(path));
      case GETSNAPSHOTDIFF ->
          JsonUtil.toJsonString(
              client.getSnapshotDiffReport(path, fromSnapshot(request), toSnapshot(request)));
      case GETSNAPSHOTDIFFLISTING ->
          JsonUtil.toJsonString(
              client.getSnapshotDiffReportListing(
                  path,
                  fromSnapshot(request),
                  toSnapshot(request),
                  DFSUtilClient.string2Bytes(
                      request
                          .get(
                              SnapshotDiffStartPathParam.NAME,
                              SnapshotDiffStartPathParam.DEFAULT,
                              SnapshotDiffStartPathParam::new)
                          .getValue()),
                  request
                      .get(
                          SnapshotDiffIndexParam.NAME,
                          SnapshotDiffIndexParam.DEFAULT,
                          SnapshotDiffIndexParam::new)
                      .getValue()));
      default -> throw new UnsupportedOperationException(op + " is not supported");
    };
  }

  private AclStatus acl(String path) throws IOException {
    AclStatus status = client.getAclStatus(path);
    if (status == null) {
      throw new FileNotFoundException("File does not exist: " + path);
    }
    return status;
  }

  /** The attributes that the call names; null when it names none and wants all. */
  private static @Nullable List<XAttr> wanted(WebHdfsRequest request) {
    List<String> names = new ArrayList<>();
    for (String value : request.all(XAttrNameParam.NAME)) {
      String name = new XAttrNameParam(value).getXAttrName();
      if (name != null) {
        names.add(name);
      }
    }
    return names.isEmpty() ? null : XAttrHelper.buildXAttrs(names);
  }

  private static @Nullable String fromSnapshot(WebHdfsRequest request) {
    return request.get(OldSnapshotNameParam.NAME, "", OldSnapshotNameParam::new).getValue();
  }

  private static @Nullable String toSnapshot(WebHdfsRequest request) {
    return request.get(SnapshotNameParam.NAME, "", SnapshotNameParam::new).getValue();
  }
}
