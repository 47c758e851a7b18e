package io.warren.namenode.webhdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.FsActionParam;
import org.apache.hadoop.hdfs.web.resources.LengthParam;
import org.apache.hadoop.hdfs.web.resources.NoRedirectParam;
import org.apache.hadoop.hdfs.web.resources.OffsetParam;
import org.apache.hadoop.hdfs.web.resources.XAttrEncodingParam;
import org.apache.hadoop.security.UserGroupInformation;

/** The operations of HTTP GET: everything that reads. */
final class GetOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;
  private final DataRedirect redirect;
  private final Configuration conf;

  GetOperations(ClientProtocol client, DataRedirect redirect, Configuration conf) {
    this.client = client;
    this.redirect = redirect;
    this.conf = conf;
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    String path = request.path();
    return switch (request.operation()) {
      case "OPEN" ->
          data(
              request,
              redirect.toReplica(request, request.get("offset", OffsetParam::new).getOffset()));
      case "GETFILECHECKSUM" -> data(request, redirect.toEnd(request));
      case "GETFILESTATUS" ->
          json(JsonUtil.toJsonString(existing(client.getFileInfo(path), path), true));
      case "GETFILELINKSTATUS" ->
          json(JsonUtil.toJsonString(existing(client.getFileLinkInfo(path), path), true));
      case "LISTSTATUS" -> json(listing(path));
      case "LISTSTATUS_BATCH" -> json(JsonUtil.toJsonString(page(path, startAfter(request))));
      case "GETCONTENTSUMMARY" -> json(JsonUtil.toJsonString(client.getContentSummary(path)));
      case "GETQUOTAUSAGE" -> json(JsonUtil.toJsonString(client.getQuotaUsage(path)));
      case "CHECKACCESS" -> {
        FsActionParam action = request.require(FsActionParam.NAME, FsActionParam::new);
        client.checkAccess(path, FsAction.getFsAction(action.getValue()));
        yield WebHdfsAnswer.EMPTY;
      }
      case "GET_BLOCK_LOCATIONS" -> json(JsonUtil.toJsonString(located(request)));
      case "GETFILEBLOCKLOCATIONS" ->
          json(JsonUtil.toJsonString(DFSUtilClient.locatedBlocks2Locations(located(request))));
      default -> service(request);
    };
  }

  /** Operations about the file system or the caller more than about a path's content. */
  private WebHdfsAnswer service(WebHdfsRequest request) throws IOException {
    String path = request.path();
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    return switch (request.operation()) {
      case "GETHOMEDIRECTORY" ->
          json(JsonUtil.toJsonString("Path", DFSUtilClient.getHomeDirectory(conf, user)));
      case "GETTRASHROOT" ->
          json(JsonUtil.toJsonString("Path", DFSUtilClient.getTrashRoot(conf, user)));
      case "GETSERVERDEFAULTS" -> json(JsonUtil.toJsonString(client.getServerDefaults()));
      case "GETSTATUS" -> {
        long[] stats = client.getStats();
        yield json(JsonUtil.toJsonString(new FsStatus(stats[0], stats[1], stats[2])));
      }
      case "GETALLSTORAGEPOLICY" -> json(JsonUtil.toJsonString(client.getStoragePolicies()));
      case "GETSTORAGEPOLICY" -> json(JsonUtil.toJsonString(client.getStoragePolicy(path)));
      case "GETACLSTATUS" -> json(JsonUtil.toJsonString(client.getAclStatus(path)));
      case "LISTXATTRS" -> json(JsonUtil.toJsonString(client.listXAttrs(path)));
      case "GETXATTRS" ->
          json(
              JsonUtil.toJsonString(
                  client.getXAttrs(path, null),
                  request.require(XAttrEncodingParam.NAME, XAttrEncodingParam::new).getEncoding()));
      case "GETLINKTARGET" -> json(JsonUtil.toJsonString("Path", client.getLinkTarget(path)));
      case "GETSNAPSHOTTABLEDIRECTORYLIST" ->
          json(JsonUtil.toJsonString(client.getSnapshottableDirListing()));
      case "GETECPOLICY" ->
          json(JsonUtil.toJsonString((Object) client.getErasureCodingPolicy(path)));
      case "GETECPOLICIES" -> json(JsonUtil.toJsonString(client.getErasureCodingPolicies()));
      default ->
          throw new UnsupportedOperationException(
              "GET op " + request.operation() + " is not supported");
    };
  }

  private static WebHdfsAnswer json(String body) {
    return WebHdfsAnswer.json(body);
  }

  static WebHdfsAnswer data(WebHdfsRequest request, URI uri) {
    return request.flag(NoRedirectParam.NAME)
        ? WebHdfsAnswer.json(JsonUtil.toJsonString("Location", uri))
        : WebHdfsAnswer.redirect(uri);
  }

  private static HdfsFileStatus existing(
      @org.jspecify.annotations.Nullable HdfsFileStatus status, String path)
      throws FileNotFoundException {
    if (status == null) {
      throw new FileNotFoundException("File does not exist: " + path);
    }
    return status;
  }

  private static byte[] startAfter(WebHdfsRequest request) {
    String name = request.text("startAfter");
    return name == null ? HdfsFileStatus.EMPTY_NAME : name.getBytes(StandardCharsets.UTF_8);
  }

  private DirectoryListing page(String path, byte[] startAfter) throws IOException {
    DirectoryListing page = client.getListing(path, startAfter, false);
    if (page == null) {
      throw new FileNotFoundException("File " + path + " does not exist.");
    }
    return page;
  }

  /** All pages in one answer, as the operation is defined; LISTSTATUS_BATCH is the bounded one. */
  private String listing(String path) throws IOException {
    StringBuilder json = new StringBuilder("{\"FileStatuses\":{\"FileStatus\":[\n");
    byte[] startAfter = HdfsFileStatus.EMPTY_NAME;
    String separator = "";
    DirectoryListing page;
    do {
      page = page(path, startAfter);
      for (HdfsFileStatus status : page.getPartialListing()) {
        json.append(separator).append(JsonUtil.toJsonString(status, false));
        separator = ",\n";
      }
      startAfter = page.getLastName();
    } while (page.hasMore());
    return json.append("\n]}}\n").toString();
  }

  private LocatedBlocks located(WebHdfsRequest request) throws IOException {
    Long length = request.get("length", LengthParam::new).getValue();
    return client.getBlockLocations(
        request.path(),
        request.get("offset", OffsetParam::new).getOffset(),
        length == null ? Long.MAX_VALUE : length);
  }
}
