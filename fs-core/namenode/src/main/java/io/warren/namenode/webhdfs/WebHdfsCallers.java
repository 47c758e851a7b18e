package io.warren.namenode.webhdfs;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.hdfs.server.common.TokenVerifier;
import org.apache.hadoop.hdfs.web.resources.DelegationParam;
import org.apache.hadoop.hdfs.web.resources.DoAsParam;
import org.apache.hadoop.hdfs.web.resources.UserParam;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Who calls over HTTP. A delegation token speaks for its owner wherever tokens are issued. Without
 * one the caller is who the SPNEGO filter found, or in a cluster without Kerberos who `user.name`
 * says. `doas` lets a configured proxy user speak for another.
 */
final class WebHdfsCallers {
  private final Configuration conf;
  private final @Nullable TokenVerifier<DelegationTokenIdentifier> tokens;

  /**
   * @param tokens null when no tokens are issued: a given one is ignored then, as by stock HDFS
   */
  WebHdfsCallers(Configuration conf, @Nullable TokenVerifier<DelegationTokenIdentifier> tokens) {
    this.conf = conf;
    this.tokens = tokens;
  }

  UserGroupInformation of(HttpServletRequest http, WebHdfsRequest request) throws IOException {
    String token = request.text(DelegationParam.NAME);
    if (token != null && !token.isEmpty() && tokens != null) {
      return owner(token, tokens);
    }
    UserGroupInformation user = authenticated(http, request);
    String doAs = request.text(DoAsParam.NAME);
    if (doAs == null || doAs.isEmpty() || doAs.equals(user.getShortUserName())) {
      return user;
    }
    UserGroupInformation proxy = UserGroupInformation.createProxyUser(doAs, user);
    ProxyUsers.authorize(proxy, JspHelper.getRemoteAddr(http));
    return proxy;
  }

  private UserGroupInformation authenticated(HttpServletRequest http, WebHdfsRequest request)
      throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      String name = request.get(UserParam.NAME, UserParam::new).getValue();
      return UserGroupInformation.createRemoteUser(
          name == null ? JspHelper.getDefaultWebUserName(conf) : name);
    }
    String remoteUser = http.getRemoteUser();
    if (remoteUser == null) {
      throw new IOException("Security enabled but user not authenticated by filter");
    }
    UserGroupInformation user = UserGroupInformation.createRemoteUser(remoteUser);
    user.setAuthenticationMethod(AuthenticationMethod.KERBEROS_SSL);
    return user;
  }

  private static UserGroupInformation owner(
      String encoded, TokenVerifier<DelegationTokenIdentifier> tokens) throws IOException {
    Token<DelegationTokenIdentifier> token = new Token<>();
    token.decodeFromUrlString(encoded);
    DelegationTokenIdentifier identifier = new DelegationTokenIdentifier();
    identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
    tokens.verifyToken(identifier, token.getPassword());
    UserGroupInformation user = identifier.getUser();
    user.setAuthenticationMethod(AuthenticationMethod.TOKEN);
    return user;
  }
}
