package io.warren.namenode.rpc;

import io.warren.namenode.security.DelegationTokens;
import io.warren.namenode.security.Tokens;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.hdfs.security.token.block.DataEncryptionKey;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ClientProtocol calls about tokens and keys. */
final class TokenCalls {
  private static final Logger LOG = LoggerFactory.getLogger(TokenCalls.class);

  /** A token must not beget tokens, or it would never end. */
  private static final Set<AuthenticationMethod> FIRST_HAND =
      EnumSet.of(
          AuthenticationMethod.KERBEROS,
          AuthenticationMethod.KERBEROS_SSL,
          AuthenticationMethod.CERTIFICATE);

  private final Tokens tokens;

  TokenCalls(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Null when this cluster issues none, as stock namenodes answer; clients go on without. */
  public @Nullable Token<DelegationTokenIdentifier> getDelegationToken(Text renewer)
      throws IOException {
    UserGroupInformation caller = caller();
    requireFirstHand(caller, "issued");
    DelegationTokens issuer = tokens.delegation();
    if (issuer == null) {
      return null;
    }
    UserGroupInformation real = caller.getRealUser();
    DelegationTokenIdentifier identifier =
        new DelegationTokenIdentifier(
            new Text(caller.getUserName()),
            renewer,
            real == null ? null : new Text(real.getUserName()));
    Token<DelegationTokenIdentifier> token = new Token<>(identifier, issuer);
    LOG.info("Issued {}", identifier.toStringStable());
    return token;
  }

  public long renewDelegationToken(Token<DelegationTokenIdentifier> token) throws IOException {
    UserGroupInformation caller = caller();
    requireFirstHand(caller, "renewed");
    return issuer().renewToken(token, caller.getShortUserName());
  }

  public void cancelDelegationToken(Token<DelegationTokenIdentifier> token) throws IOException {
    issuer().cancelToken(token, caller().getUserName());
  }

  /** Null when connections to datanodes are not encrypted. */
  public @Nullable DataEncryptionKey getDataEncryptionKey() {
    return tokens.block().encryptionKey();
  }

  private DelegationTokens issuer() throws InvalidToken {
    DelegationTokens issuer = tokens.delegation();
    if (issuer == null) {
      throw new InvalidToken(
          "This cluster issues no delegation tokens"
              + " (dfs.namenode.delegation.token.always-use is not set)");
    }
    return issuer;
  }

  private static UserGroupInformation caller() throws IOException {
    UserGroupInformation remote = Server.getRemoteUser();
    return remote != null ? remote : UserGroupInformation.getCurrentUser();
  }

  private static void requireFirstHand(UserGroupInformation caller, String verb)
      throws IOException {
    UserGroupInformation real = caller.getRealUser();
    boolean proxied =
        caller.getAuthenticationMethod() == AuthenticationMethod.PROXY && real != null;
    AuthenticationMethod method = (proxied ? real : caller).getAuthenticationMethod();
    if (UserGroupInformation.isSecurityEnabled() && !FIRST_HAND.contains(method)) {
      throw new IOException(
          "Delegation Token can be " + verb + " only with kerberos or web authentication");
    }
  }
}
