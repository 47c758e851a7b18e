package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.WebHdfsConstants;
import org.apache.hadoop.hdfs.web.resources.DelegationParam;
import org.apache.hadoop.hdfs.web.resources.RenewerParam;
import org.apache.hadoop.hdfs.web.resources.TokenKindParam;
import org.apache.hadoop.hdfs.web.resources.TokenServiceParam;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/** GETDELEGATIONTOKEN, and the tokens that redirects carry. */
final class DelegationTokenGet {
  /** What the stock client reads as "there are no tokens here". */
  private static final String NO_TOKEN = "{\"Token\":null}";

  private final ClientProtocol client;
  private final Supplier<String> rpcAddress;

  DelegationTokenGet(ClientProtocol client, Supplier<String> rpcAddress) {
    this.client = client;
    this.rpcAddress = rpcAddress;
  }

  String answer(WebHdfsRequest request) throws IOException {
    if (request.text(DelegationParam.NAME) != null) {
      throw new IllegalArgumentException(DelegationParam.NAME + " parameter is not null.");
    }
    String renewer =
        Objects.requireNonNullElse(
            request.text(RenewerParam.NAME),
            UserGroupInformation.getCurrentUser().getShortUserName());
    Token<DelegationTokenIdentifier> token = issue(client, renewer, rpcAddress.get());
    if (token == null) {
      return NO_TOKEN;
    }
    String service = request.text(TokenServiceParam.NAME);
    if (service != null) {
      token.setService(new Text(service));
    }
    String kind = request.text(TokenKindParam.NAME);
    if (kind != null) {
      token.setKind(new Text(kind));
    }
    return JsonUtil.toJsonString(token);
  }

  /**
   * A token of the present caller for WebHDFS; null when the namenode issues none.
   *
   * @param rpcAddress of this namenode, HOST:PORT
   */
  static @Nullable Token<DelegationTokenIdentifier> issue(
      ClientProtocol client, String renewer, String rpcAddress) throws IOException {
    Token<DelegationTokenIdentifier> token = client.getDelegationToken(new Text(renewer));
    if (token != null) {
      SecurityUtil.setTokenService(token, NetUtils.createSocketAddr(rpcAddress));
      token.setKind(WebHdfsConstants.WEBHDFS_TOKEN_KIND);
    }
    return token;
  }
}
