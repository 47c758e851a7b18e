package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.model.ErasureCodingPolicy.State;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.policy.AddErasureCodings;
import io.warren.namespace.policy.ChangeErasureCoding;
import io.warren.namespace.policy.GetErasureCoding;
import io.warren.namespace.policy.ListErasureCodings;
import io.warren.namespace.policy.SetErasureCoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.AddErasureCodingPolicyResponse;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyState;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.common.ECTopologyVerifier;
import org.apache.hadoop.io.erasurecode.CodecRegistry;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about erasure coding: policies, and which directory has which. */
final class ErasureCodingCalls extends NamespaceCalls {
  private static final int CELL_UNIT_BYTES = 1024;

  private final Datanodes datanodes;
  private final int cellMaxBytes;

  ErasureCodingCalls(
      Namespace namespace, Callers callers, Datanodes datanodes, Configuration conf) {
    super(namespace, callers);
    this.datanodes = datanodes;
    this.cellMaxBytes =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_EC_POLICIES_MAX_CELLSIZE_KEY,
            DFSConfigKeys.DFS_NAMENODE_EC_POLICIES_MAX_CELLSIZE_DEFAULT);
  }

  public ErasureCodingPolicyInfo[] getErasureCodingPolicies() throws IOException {
    return run(new ListErasureCodings()).stream()
        .map(
            policy ->
                new ErasureCodingPolicyInfo(
                    toHadoop(policy), ErasureCodingPolicyState.valueOf(policy.state().name())))
        .toArray(ErasureCodingPolicyInfo[]::new);
  }

  public Map<String, String> getErasureCodingCodecs() {
    return CodecRegistry.getInstance().getCodec2CoderCompactMap();
  }

  public @Nullable ErasureCodingPolicy getErasureCodingPolicy(String src) throws IOException {
    return run(new GetErasureCoding(FsPath.parse(src)))
        .map(ErasureCodingCalls::toHadoop)
        .orElse(null);
  }

  public void setErasureCodingPolicy(String src, @Nullable String ecPolicyName) throws IOException {
    run(new SetErasureCoding(FsPath.parse(src), ecPolicyName == null ? "" : ecPolicyName));
  }

  public void unsetErasureCodingPolicy(String src) throws IOException {
    run(new SetErasureCoding(FsPath.parse(src), null));
  }

  public void enableErasureCodingPolicy(String ecPolicyName) throws IOException {
    run(new ChangeErasureCoding(ecPolicyName, State.ENABLED));
  }

  public void disableErasureCodingPolicy(String ecPolicyName) throws IOException {
    run(new ChangeErasureCoding(ecPolicyName, State.DISABLED));
  }

  public void removeErasureCodingPolicy(String ecPolicyName) throws IOException {
    run(new ChangeErasureCoding(ecPolicyName, State.REMOVED));
  }

  /** What is wrong with one policy is its own answer; the others are added all the same. */
  public AddErasureCodingPolicyResponse[] addErasureCodingPolicies(ErasureCodingPolicy[] policies)
      throws IOException {
    AddErasureCodingPolicyResponse[] answers = new AddErasureCodingPolicyResponse[policies.length];
    List<io.warren.model.ErasureCodingPolicy> good = new ArrayList<>();
    for (int i = 0; i < policies.length; i++) {
      String wrong = whatIsWrong(policies[i]);
      if (wrong == null) {
        good.add(fromHadoop(policies[i]));
      } else {
        answers[i] =
            new AddErasureCodingPolicyResponse(
                policies[i], new HadoopIllegalArgumentException(wrong));
      }
    }
    List<io.warren.model.ErasureCodingPolicy> added = run(new AddErasureCodings(good));
    int next = 0;
    for (int i = 0; i < policies.length; i++) {
      if (answers[i] == null) {
        answers[i] = new AddErasureCodingPolicyResponse(toHadoop(added.get(next++)));
      }
    }
    return answers;
  }

  private @Nullable String whatIsWrong(ErasureCodingPolicy policy) {
    if (!CodecRegistry.getInstance().getCodecNames().contains(policy.getCodecName())) {
      return "Codec name " + policy.getCodecName() + " is not supported";
    }
    int cellBytes = policy.getCellSize();
    if (cellBytes <= 0 || cellBytes > cellMaxBytes) {
      return "Cell size " + cellBytes + " should not exceed maximum " + cellMaxBytes + " bytes";
    }
    return cellBytes % CELL_UNIT_BYTES == 0
        ? null
        : "Cell size " + cellBytes + " should be a multiple of " + CELL_UNIT_BYTES;
  }

  /** Without names, of all enabled policies. */
  public ECTopologyVerifierResult getECTopologyResultForPolicies(String... policyNames)
      throws IOException {
    List<String> names = policyNames == null ? List.of() : Arrays.asList(policyNames);
    List<io.warren.model.ErasureCodingPolicy> all = run(new ListErasureCodings());
    List<ErasureCodingPolicy> wanted = new ArrayList<>();
    for (io.warren.model.ErasureCodingPolicy policy : all) {
      boolean named = names.contains(policy.name());
      if (named || (names.isEmpty() && policy.state() == State.ENABLED)) {
        wanted.add(toHadoop(policy));
      }
    }
    if (wanted.size() < names.size()) {
      throw new HadoopIllegalArgumentException("One of the policies " + names + " does not exist");
    }
    return ECTopologyVerifier.getECTopologyVerifierResult(
        datanodes.report(DatanodeReportType.LIVE), wanted);
  }

  private static ErasureCodingPolicy toHadoop(io.warren.model.ErasureCodingPolicy policy) {
    ECSchema schema = new ECSchema(policy.codec(), policy.dataUnits(), policy.parityUnits());
    return new ErasureCodingPolicy(policy.name(), schema, policy.cellBytes(), (byte) policy.id());
  }

  /** The name follows from what the policy says, as everywhere in HDFS. */
  private static io.warren.model.ErasureCodingPolicy fromHadoop(ErasureCodingPolicy policy) {
    return new io.warren.model.ErasureCodingPolicy(
        0,
        ErasureCodingPolicy.composePolicyName(policy.getSchema(), policy.getCellSize()),
        policy.getCodecName(),
        policy.getNumDataUnits(),
        policy.getNumParityUnits(),
        policy.getCellSize(),
        State.DISABLED);
  }
}
