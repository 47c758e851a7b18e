package io.warren.namenode.webhdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.FsActionParam;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.LengthParam;
import org.apache.hadoop.hdfs.web.resources.NoRedirectParam;
import org.apache.hadoop.hdfs.web.resources.OffsetParam;
import org.jspecify.annotations.Nullable;

/** The operations of HTTP GET: everything that reads. */
final class GetOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;
  private final DataRedirect redirect;
  private final OpenOperation opening;
  private final ServiceGets service;
  private final LongConsumer encodedNanos;

  /**
   * @param encodedNanos hears how long the listing of this thread's last call took to be encoded
   */
  GetOperations(
      ClientProtocol client,
      DataRedirect redirect,
      OpenOperation opening,
      ServiceGets service,
      LongConsumer encodedNanos) {
    this.client = client;
    this.redirect = redirect;
    this.opening = opening;
    this.service = service;
    this.encodedNanos = encodedNanos;
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    String path = request.path();
    GetOpParam.Op op =
        request.get(GetOpParam.NAME, GetOpParam.Op.NULL.name(), GetOpParam::new).getValue();
    return switch (op) {
      case OPEN -> opening.open(request);
      case GETFILECHECKSUM -> data(request, redirect.toEnd(request));
      case GETFILESTATUS ->
          json(JsonUtil.toJsonString(existing(client.getFileInfo(path), path), true));
      case GETFILELINKSTATUS ->
          json(JsonUtil.toJsonString(existing(client.getFileLinkInfo(path), path), true));
      case LISTSTATUS -> listing(path);
      case LISTSTATUS_BATCH -> batch(path, startAfter(request));
      case GETCONTENTSUMMARY -> json(JsonUtil.toJsonString(client.getContentSummary(path)));
      case GETQUOTAUSAGE -> json(JsonUtil.toJsonString(client.getQuotaUsage(path)));
      case CHECKACCESS -> {
        FsActionParam action = request.require(FsActionParam.NAME, FsActionParam::new);
        client.checkAccess(path, FsAction.getFsAction(action.getValue()));
        yield WebHdfsAnswer.EMPTY;
      }
      case GET_BLOCK_LOCATIONS -> json(JsonUtil.toJsonString(located(request)));
      case GETFILEBLOCKLOCATIONS ->
          json(JsonUtil.toJsonString(DFSUtilClient.locatedBlocks2Locations(located(request))));
      default -> service.handle(op, request);
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

  private static HdfsFileStatus existing(@Nullable HdfsFileStatus status, String path)
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

  /**
   * All pages in one answer, as the operation is defined; LISTSTATUS_BATCH is the bounded one. The
   * first page is read at once, so that its errors still have a status of their own.
   */
  private WebHdfsAnswer listing(String path) throws IOException {
    DirectoryListing first = page(path, HdfsFileStatus.EMPTY_NAME);
    return WebHdfsAnswer.stream(
        out -> {
          out.write("{\"FileStatuses\":{\"FileStatus\":[\n");
          String separator = "";
          DirectoryListing page = first;
          while (true) {
            String entries = encoded(page);
            if (!entries.isEmpty()) {
              out.write(separator);
              out.write(entries);
              separator = ",\n";
            }
            if (!page.hasMore()) {
              break;
            }
            page = page(path, page.getLastName());
          }
          out.write("\n]}}\n");
        });
  }

  private WebHdfsAnswer batch(String path, byte[] startAfter) throws IOException {
    DirectoryListing page = page(path, startAfter);
    long startNanos = System.nanoTime();
    WebHdfsAnswer answer = json(JsonUtil.toJsonString(page));
    encodedNanos.accept(System.nanoTime() - startNanos);
    return answer;
  }

  /** The entries, with commas between them. */
  private String encoded(DirectoryListing page) {
    long startNanos = System.nanoTime();
    StringJoiner entries = new StringJoiner(",\n");
    for (HdfsFileStatus status : page.getPartialListing()) {
      entries.add(JsonUtil.toJsonString(status, false));
    }
    encodedNanos.accept(System.nanoTime() - startNanos);
    return entries.toString();
  }

  private LocatedBlocks located(WebHdfsRequest request) throws IOException {
    Long length = request.get("length", LengthParam::new).getValue();
    return client.getBlockLocations(
        request.path(),
        request.get("offset", OffsetParam::new).getOffset(),
        length == null ? Long.MAX_VALUE : length);
  }
}
