package org.apache.hadoop.ipc;

import io.warren.blockreports.BlockReportProtocolPB;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.io.Writable;

/**
 * Who a call is counted for: its user, and for the datanodes' protocols one name of their own. By
 * the user alone datanodes could not be told from clients, as all run as the same user on a small
 * cluster.
 */
@org.jspecify.annotations.NullMarked
public final class DatanodeIdentity implements IdentityProvider {
  /** No user has this name: a slash ends the user's part of a Kerberos name. */
  public static final String DATANODES = "/datanodes";

  private static final Set<String> PROTOCOLS =
      Set.of(
          RPC.getProtocolName(DatanodeProtocolPB.class),
          RPC.getProtocolName(BlockReportProtocolPB.class));

  /** The server's own class of calls is private to it, the request in it is not. */
  private static final Class<?> RPC_CALL;

  private static final MethodHandle REQUEST;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RPC_CALL = lookup.findClass(Server.class.getName() + "$RpcCall");
      REQUEST =
          lookup
              .findGetter(RPC_CALL, "rpcRequest", Writable.class)
              .asType(MethodType.methodType(Object.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final UserIdentityProvider users = new UserIdentityProvider();

  @Override
  public String makeIdentity(Schedulable call) {
    return isDatanodes(call) ? DATANODES : users.makeIdentity(call);
  }

  /** Whether the call is one of a datanode's protocols, by the header that it is served by. */
  static boolean isDatanodes(Schedulable call) {
    if (!RPC_CALL.isInstance(call)) {
      return false;
    }
    try {
      return request(call) instanceof ProtobufRpcEngine2.RpcProtobufRequest request
          && PROTOCOLS.contains(request.getRequestHeader().getDeclaringClassProtocolName());
    } catch (IOException e) {
      // The handler meets the same error and answers it.
      return false;
    }
  }

  private static Object request(Schedulable call) {
    try {
      return REQUEST.invokeExact((Object) call);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("A field cannot be read", e);
    }
  }
}
