package io.warren.namenode.webhdfs;

import io.warren.blocks.Datanodes;
import io.warren.blocks.PlacementRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.hdfs.web.resources.DelegationParam;
import org.apache.hadoop.hdfs.web.resources.DoAsParam;
import org.apache.hadoop.hdfs.web.resources.NamenodeAddressParam;
import org.apache.hadoop.hdfs.web.resources.UserParam;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Sends a client to a datanode's web server for data. Readers go to a replica, writers to where a
 * first replica would be placed. The datanode comes back to this namenode as the same user.
 */
final class DataRedirect {
  private static final String EXCLUDED = "excludedatanodes";

  /** Parameters of the client that the datanode needs. */
  private static final List<String> FORWARDED =
      List.of(
          "offset",
          "length",
          "buffersize",
          "overwrite",
          "blocksize",
          "replication",
          "permission",
          "unmaskedpermission",
          "createparent",
          "createflag");

  private final ClientProtocol client;
  private final Datanodes datanodes;
  private final Supplier<String> rpcAddress;

  /**
   * @param rpcAddress where datanodes reach this namenode, HOST:PORT
   */
  DataRedirect(ClientProtocol client, Datanodes datanodes, Supplier<String> rpcAddress) {
    this.client = client;
    this.datanodes = datanodes;
    this.rpcAddress = rpcAddress;
  }

  /**
   * What is at the path.
   *
   * @throws FileNotFoundException when nothing is
   */
  HdfsFileStatus existing(WebHdfsRequest request) throws IOException {
    HdfsFileStatus status = client.getFileInfo(request.path());
    if (status == null) {
      throw new FileNotFoundException("File " + request.path() + " not found.");
    }
    return status;
  }

  /** Refuses to read from behind the end; from the beginning of an empty file is no such read. */
  static void requireWithin(WebHdfsRequest request, long offsetBytes, long lengthBytes)
      throws IOException {
    if (offsetBytes < 0 || (offsetBytes >= lengthBytes && lengthBytes > 0)) {
      throw new IOException(
          "Offset="
              + offsetBytes
              + " out of the range [0, "
              + lengthBytes
              + "); "
              + request.operation()
              + ", path="
              + request.path());
    }
  }

  /** To a replica of the last byte, for appending and checksums. */
  URI toEnd(WebHdfsRequest request) throws IOException {
    long lengthBytes = existing(request).getLen();
    return lengthBytes == 0
        ? toAny(request, 0)
        : toReplica(
            request, lengthBytes - 1, client.getBlockLocations(request.path(), lengthBytes - 1, 1));
  }

  /**
   * To a replica of the byte at an offset.
   *
   * @param located the blocks from there on
   */
  URI toReplica(WebHdfsRequest request, long offsetBytes, @Nullable LocatedBlocks located)
      throws IOException {
    if (located != null && located.locatedBlockCount() > 0) {
      for (DatanodeInfo datanode : located.get(0).getLocations()) {
        if (!excluded(request, datanode)) {
          return uri(request, datanode);
        }
      }
    }
    throw new IOException(
        "Block could not be located. Path=" + request.path() + ", offset=" + offsetBytes);
  }

  /** To where a new block of this client would go. */
  URI toAny(WebHdfsRequest request, long blockSizeBytes) throws IOException {
    List<DatanodeInfo> live = new ArrayList<>();
    Set<org.apache.hadoop.net.Node> excluded = new HashSet<>();
    for (DatanodeInfo datanode : datanodes.report(DatanodeReportType.LIVE)) {
      if (excluded(request, datanode)) {
        excluded.add(datanodes.find(datanode.getDatanodeUuid()));
      } else {
        live.add(datanode);
      }
    }
    if (live.isEmpty()) {
      throw new IOException(
          "Failed to find datanode, suggest to check cluster health. excludeDatanodes="
              + request.text(EXCLUDED));
    }
    excluded.remove(null);
    PlacementRequest wish =
        new PlacementRequest(
            request.path(),
            1,
            blockSizeBytes,
            0,
            request.remoteAddress(),
            excluded,
            List.of(),
            java.util.EnumSet.noneOf(org.apache.hadoop.hdfs.AddBlockFlag.class));
    DatanodeInfo chosen = datanodes.chooseForWebHdfs(wish);
    return uri(request, chosen == null ? live.get(0) : chosen);
  }

  private static boolean excluded(WebHdfsRequest request, DatanodeInfo datanode) {
    String list = request.text(EXCLUDED);
    if (list == null) {
      return false;
    }
    for (String entry : list.split(",")) {
      String name = entry.strip();
      if (name.equals(datanode.getHostName())
          || name.equals(datanode.getIpAddr())
          || name.equals(datanode.getXferAddr())
          || name.equals(datanode.getXferAddrWithHostname())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Who the datanode shall be: named where names are believed, else by a token, since a datanode
   * can't ask the client for its ticket.
   */
  private void authenticate(StringBuilder query, WebHdfsRequest request) throws IOException {
    String given = request.text(DelegationParam.NAME);
    if (UserGroupInformation.isSecurityEnabled()) {
      append(query, DelegationParam.NAME, given == null ? issue() : given);
    } else if (given != null) {
      append(query, UserParam.NAME, UserGroupInformation.getCurrentUser().getShortUserName());
    } else {
      for (String name : List.of(UserParam.NAME, DoAsParam.NAME)) {
        String value = request.text(name);
        if (value != null) {
          append(query, name, value);
        }
      }
    }
  }

  private String issue() throws IOException {
    Token<?> token =
        DelegationTokenGet.issue(
            client, UserGroupInformation.getCurrentUser().getShortUserName(), rpcAddress.get());
    if (token == null) {
      throw new IOException("This namenode issues no delegation tokens");
    }
    return token.encodeToUrlString();
  }

  private URI uri(WebHdfsRequest request, DatanodeInfo datanode) throws IOException {
    StringBuilder query = new StringBuilder("op=").append(request.operation());
    authenticate(query, request);
    for (String name : FORWARDED) {
      String value = request.text(name);
      if (value != null) {
        append(query, name, value);
      }
    }
    append(query, NamenodeAddressParam.NAME, rpcAddress.get());
    return URI.create(
        "http://"
            + datanode.getHostName()
            + ":"
            + datanode.getInfoPort()
            + WebHdfsFileSystem.PATH_PREFIX
            + encodePath(request.path())
            + "?"
            + query);
  }

  private static void append(StringBuilder query, String name, String value) {
    query
        .append('&')
        .append(name)
        .append('=')
        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  private static String encodePath(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("%2F", "/").replace("+", "%20");
  }
}
