package io.warren.migrate.image;

import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.ErasureCodingPolicies;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ErasureCodingPolicyProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.ErasureCodingSection;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;

/** The erasure-coding policies of an image. */
public final class ImagePolicies {
  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<Integer, ErasureCodingPolicy> told = new TreeMap<>();

  private ImagePolicies() {}

  /** Reads them; an image without any has the built-in ones. */
  public static ImagePolicies read(ImageFile image) throws IOException {
    ImagePolicies policies = new ImagePolicies();
    SystemErasureCodingPolicies.getPolicies()
        .forEach(policy -> policies.names.put((int) policy.getId(), policy.getName()));
    try (InputStream in = image.open(SectionName.ERASURE_CODING)) {
      if (in != null) {
        for (ErasureCodingPolicyProto policy :
            ErasureCodingSection.parseDelimitedFrom(in).getPoliciesList()) {
          policies.add(PBHelperClient.convertErasureCodingPolicyInfo(policy));
        }
      }
    }
    return policies;
  }

  private void add(ErasureCodingPolicyInfo info) {
    ErasureCodingPolicy policy = ours(info.getPolicy()).in(state(info));
    names.put(policy.id(), policy.name());
    told.put(policy.id(), policy);
  }

  private static ErasureCodingPolicy.State state(ErasureCodingPolicyInfo info) {
    return ErasureCodingPolicy.State.valueOf(info.getState().name());
  }

  /** A policy of Hadoop's, disabled. */
  public static ErasureCodingPolicy ours(
      org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy policy) {
    return new ErasureCodingPolicy(
        policy.getId(),
        policy.getName(),
        policy.getCodecName(),
        policy.getNumDataUnits(),
        policy.getNumParityUnits(),
        policy.getCellSize(),
        ErasureCodingPolicy.State.DISABLED);
  }

  /** Those that the image tells, with their states. */
  public Collection<ErasureCodingPolicy> told() {
    return told.values();
  }

  /** The name of a policy, or its number. */
  public String name(int policyId) {
    return names.getOrDefault(policyId, String.valueOf(policyId));
  }

  /**
   * The number of a policy, {@link ErasureCodingPolicies#REPLICATION_ID} for that of replication.
   *
   * @throws ImageException when the image has none of that name
   */
  public int id(String name) {
    if (name.equals(ErasureCodeConstants.REPLICATION_POLICY_NAME)) {
      return ErasureCodingPolicies.REPLICATION_ID;
    }
    return names.entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () ->
                new ImageException(
                        "A directory has an erasure-coding policy that the fsimage does not tell")
                    .with("policy", name)
                    .with("told", names.values()));
  }
}
