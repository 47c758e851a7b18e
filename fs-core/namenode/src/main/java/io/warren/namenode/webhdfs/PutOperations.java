package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsCreateModes;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.AccessTimeParam;
import org.apache.hadoop.hdfs.web.resources.BlockSizeParam;
import org.apache.hadoop.hdfs.web.resources.CreateParentParam;
import org.apache.hadoop.hdfs.web.resources.DestinationParam;
import org.apache.hadoop.hdfs.web.resources.GroupParam;
import org.apache.hadoop.hdfs.web.resources.ModificationTimeParam;
import org.apache.hadoop.hdfs.web.resources.OwnerParam;
import org.apache.hadoop.hdfs.web.resources.PermissionParam;
import org.apache.hadoop.hdfs.web.resources.PutOpParam;
import org.apache.hadoop.hdfs.web.resources.RenameOptionSetParam;
import org.apache.hadoop.hdfs.web.resources.ReplicationParam;
import org.apache.hadoop.hdfs.web.resources.TokenArgumentParam;
import org.apache.hadoop.hdfs.web.resources.UnmaskedPermissionParam;
import org.apache.hadoop.security.token.Token;

/** The operations of HTTP PUT: create, and changes that may be repeated. */
final class PutOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;
  private final DataRedirect redirect;
  private final Configuration conf;
  private final AttributePuts attributes;

  PutOperations(ClientProtocol client, DataRedirect redirect, Configuration conf) {
    this.client = client;
    this.redirect = redirect;
    this.conf = conf;
    this.attributes = new AttributePuts(client);
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    String path = request.path();
    PutOpParam.Op op =
        request.get(PutOpParam.NAME, PutOpParam.Op.NULL.name(), PutOpParam::new).getValue();
    switch (op) {
      case CREATE:
        long blockSizeBytes = request.get(BlockSizeParam.NAME, BlockSizeParam::new).getValue(conf);
        return GetOperations.data(request, redirect.toAny(request, blockSizeBytes));
      case MKDIRS:
        return bool(client.mkdirs(path, directoryMode(request), true));
      case RENAME:
        return rename(request);
      case SETREPLICATION:
        return bool(
            client.setReplication(
                path, request.get(ReplicationParam.NAME, ReplicationParam::new).getValue(conf)));
      case SETOWNER:
        setOwner(request);
        return WebHdfsAnswer.EMPTY;
      case SETPERMISSION:
        client.setPermission(
            path, request.get(PermissionParam.NAME, PermissionParam::new).getDirFsPermission());
        return WebHdfsAnswer.EMPTY;
      case SETTIMES:
        client.setTimes(
            path,
            request
                .get(
                    ModificationTimeParam.NAME,
                    ModificationTimeParam.DEFAULT,
                    ModificationTimeParam::new)
                .getValue(),
            request
                .get(AccessTimeParam.NAME, AccessTimeParam.DEFAULT, AccessTimeParam::new)
                .getValue());
        return WebHdfsAnswer.EMPTY;
      case CREATESYMLINK:
        client.createSymlink(
            request.require(DestinationParam.NAME, DestinationParam::new).getValue(),
            path,
            PermissionParam.getDefaultSymLinkFsPermission(),
            request
                .get(CreateParentParam.NAME, CreateParentParam.DEFAULT, CreateParentParam::new)
                .getValue());
        return WebHdfsAnswer.EMPTY;
      case RENEWDELEGATIONTOKEN:
        return WebHdfsAnswer.json(
            JsonUtil.toJsonString("long", client.renewDelegationToken(token(request))));
      case CANCELDELEGATIONTOKEN:
        client.cancelDelegationToken(token(request));
        return WebHdfsAnswer.EMPTY;
      default:
        return attributes.handle(op, request);
    }
  }

  private static WebHdfsAnswer bool(boolean value) {
    return WebHdfsAnswer.json(JsonUtil.toJsonString("boolean", value));
  }

  private static Token<DelegationTokenIdentifier> token(WebHdfsRequest request) throws IOException {
    Token<DelegationTokenIdentifier> token = new Token<>();
    token.decodeFromUrlString(
        request.require(TokenArgumentParam.NAME, TokenArgumentParam::new).getValue());
    return token;
  }

  private static FsPermission directoryMode(WebHdfsRequest request) {
    FsPermission masked =
        request.get(PermissionParam.NAME, PermissionParam::new).getDirFsPermission();
    UnmaskedPermissionParam unmasked =
        request.get(UnmaskedPermissionParam.NAME, UnmaskedPermissionParam::new);
    return unmasked.getValue() == null
        ? masked
        : FsCreateModes.create(masked, unmasked.getDirFsPermission());
  }

  private WebHdfsAnswer rename(WebHdfsRequest request) throws IOException {
    String destination = request.require(DestinationParam.NAME, DestinationParam::new).getValue();
    EnumSet<Options.Rename> options =
        new RenameOptionSetParam(
                Objects.requireNonNullElse(request.text(RenameOptionSetParam.NAME), ""))
            .getValue();
    if (options == null || options.isEmpty()) {
      return bool(client.rename(request.path(), destination));
    }
    client.rename2(request.path(), destination, options.toArray(Options.Rename[]::new));
    return WebHdfsAnswer.EMPTY;
  }

  private void setOwner(WebHdfsRequest request) throws IOException {
    String owner = request.get(OwnerParam.NAME, OwnerParam::new).getValue();
    String group = request.get(GroupParam.NAME, GroupParam::new).getValue();
    if (owner == null && group == null) {
      throw new IllegalArgumentException("Both owner and group are empty.");
    }
    client.setOwner(request.path(), owner, group);
  }
}
