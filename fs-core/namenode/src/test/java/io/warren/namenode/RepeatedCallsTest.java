package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.io.retry.AtMostOnce;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call whose answer was lost comes again, with the same client id and call id, to the other
 * namenode: it is answered and not executed again. Over real RPC, for every call that HDFS marks as
 * at-most-once.
 */
class RepeatedCallsTest {
  private static final String CLIENT = "repeating-client";
  private static final int DATA_BYTES = 100;
  private static final String CODING = "RS-6-3-1024k";
  private static final XAttr ATTRIBUTE =
      new XAttr.Builder().setName("a").setValue(new byte[] {1, 2}).build();

  /** What is called; undone is what makes a second execution show. */
  private enum Repeated {
    CREATE("create") {
      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return create(nn, top + "/f", CreateFlag.CREATE).getFileId();
      }
    },
    CREATE_OVERWRITE("create") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return create(nn, top + "/f", CreateFlag.CREATE, CreateFlag.OVERWRITE).getFileId();
      }
    },
    APPEND("append") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        EnumSetWritable<CreateFlag> flags = new EnumSetWritable<>(EnumSet.of(CreateFlag.APPEND));
        return nn.append(top + "/f", CLIENT, flags).getFileStatus().getFileId();
      }
    },
    RENAME("rename") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return nn.rename(top + "/f", top + "/g");
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        close(nn, top + "/f");
      }
    },
    RENAME2("rename2") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        nn.mkdirs(top + "/d/below", FsPermission.getDirDefault(), true);
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.rename2(top + "/d", top + "/e", Options.Rename.NONE);
        return true;
      }
    },
    RENAME2_OVERWRITE("rename2") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
        close(nn, top + "/g");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.rename2(top + "/f", top + "/g", Options.Rename.OVERWRITE);
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        close(nn, top + "/f");
      }
    },
    DELETE("delete") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return nn.delete(top + "/f", false);
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        close(nn, top + "/f");
      }
    },
    DELETE_RECURSIVE("delete") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        nn.mkdirs(top + "/d/below", FsPermission.getDirDefault(), true);
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return nn.delete(top + "/d", true);
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.mkdirs(top + "/d/below", FsPermission.getDirDefault(), true);
      }
    },
    SET_XATTR("setXAttr") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.setXAttr(top + "/f", ATTRIBUTE, EnumSet.of(XAttrSetFlag.CREATE));
        return true;
      }
    },
    REMOVE_XATTR("removeXAttr") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        close(nn, top + "/f");
        nn.setXAttr(top + "/f", ATTRIBUTE, EnumSet.of(XAttrSetFlag.CREATE));
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.removeXAttr(top + "/f", ATTRIBUTE);
        return true;
      }
    },
    SET_ERASURE_CODING("setErasureCodingPolicy") {
      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.setErasureCodingPolicy(top, CODING);
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.unsetErasureCodingPolicy(top);
        nn.mkdirs(top + "/d", FsPermission.getDirDefault(), true);
      }
    },
    UNSET_ERASURE_CODING("unsetErasureCodingPolicy") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        nn.setErasureCodingPolicy(top, CODING);
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.unsetErasureCodingPolicy(top);
        return true;
      }
    },
    ENABLE_ERASURE_CODING("enableErasureCodingPolicy") {
      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.enableErasureCodingPolicy("RS-3-2-1024k");
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.disableErasureCodingPolicy("RS-3-2-1024k");
      }
    },
    DISABLE_ERASURE_CODING("disableErasureCodingPolicy") {
      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.disableErasureCodingPolicy("XOR-2-1-1024k");
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.enableErasureCodingPolicy("XOR-2-1-1024k");
      }
    },
    ADD_ERASURE_CODING("addErasureCodingPolicies") {
      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        ErasureCodingPolicy added = new ErasureCodingPolicy(new ECSchema("rs", 4, 2), 4096);
        return nn.addErasureCodingPolicies(new ErasureCodingPolicy[] {added})[0].isSucceed();
      }
    },
    REMOVE_ERASURE_CODING("removeErasureCodingPolicy") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        ErasureCodingPolicy added = new ErasureCodingPolicy(new ECSchema("rs", 5, 2), 4096);
        nn.addErasureCodingPolicies(new ErasureCodingPolicy[] {added});
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.removeErasureCodingPolicy("RS-5-2-4k");
        return true;
      }
    },
    CONCAT("concat") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws Exception {
        write(top + "/f");
        write(top + "/g");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.concat(top + "/f", new String[] {top + "/g"});
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws Exception {
        write(top + "/g");
      }
    },
    CREATE_SNAPSHOT("createSnapshot") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        snapshottable(nn, top);
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        return nn.createSnapshot(top + "/s", "taken");
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.deleteSnapshot(top + "/s", "taken");
      }
    },
    DELETE_SNAPSHOT("deleteSnapshot") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        snapshottable(nn, top);
        nn.createSnapshot(top + "/s", "taken");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.deleteSnapshot(top + "/s", "taken");
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.createSnapshot(top + "/s", "taken");
      }
    },
    RENAME_SNAPSHOT("renameSnapshot") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        snapshottable(nn, top);
        nn.createSnapshot(top + "/s", "taken");
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.renameSnapshot(top + "/s", "taken", "named");
        return true;
      }

      @Override
      void between(ClientProtocol nn, String top) throws IOException {
        nn.createSnapshot(top + "/s", "taken");
      }
    },
    UPDATE_PIPELINE("updatePipeline") {
      @Override
      void prepare(ClientProtocol nn, String top, State state) throws IOException {
        HdfsFileStatus file = create(nn, top + "/f", CreateFlag.CREATE);
        LocatedBlock block =
            nn.addBlock(
                top + "/f", CLIENT, null, new DatanodeInfo[0], file.getFileId(), null, null);
        state.before = block.getBlock();
        ExtendedBlock stamped = nn.updateBlockForPipeline(state.before, CLIENT).getBlock();
        state.after =
            new ExtendedBlock(
                stamped.getBlockPoolId(),
                stamped.getBlockId(),
                DATA_BYTES,
                stamped.getGenerationStamp());
        state.nodes = block.getLocations();
        state.storages = block.getStorageIDs();
      }

      @Override
      Object call(ClientProtocol nn, String top, State state) throws IOException {
        nn.updatePipeline(CLIENT, state.before, state.after, state.nodes, state.storages);
        return true;
      }
    };

    final String method;

    Repeated(String method) {
      this.method = method;
    }

    /** Makes what the call works on. */
    void prepare(ClientProtocol nn, String top, State state) throws Exception {}

    abstract Object call(ClientProtocol nn, String top, State state) throws IOException;

    /** What others do before the repetition arrives, so that executing it would do harm. */
    void between(ClientProtocol nn, String top) throws Exception {}
  }

  /** A block that is being written. */
  private static final class State {
    ExtendedBlock before = new ExtendedBlock();
    ExtendedBlock after = new ExtendedBlock();
    DatanodeID[] nodes = {};
    String[] storages = {};
  }

  private static HdfsFileStatus create(ClientProtocol nn, String path, CreateFlag... flags)
      throws IOException {
    return nn.create(
        path,
        FsPermission.getFileDefault(),
        CLIENT,
        new EnumSetWritable<>(EnumSet.copyOf(Arrays.asList(flags))),
        true,
        (short) 1,
        RunningCluster.BLOCK_BYTES,
        CryptoProtocolVersion.supported(),
        null,
        null);
  }

  /** Makes a directory of which snapshots may be taken. */
  private static void snapshottable(ClientProtocol nn, String top) throws IOException {
    nn.mkdirs(top + "/s", FsPermission.getDirDefault(), true);
    nn.allowSnapshot(top + "/s");
  }

  /** Makes an empty closed file. */
  private static void close(ClientProtocol nn, String path) throws IOException {
    HdfsFileStatus file = create(nn, path, CreateFlag.CREATE);
    assertThat(nn.complete(path, CLIENT, null, file.getFileId())).isTrue();
  }

  /** Makes a closed file with data. */
  private static void write(String path) throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs();
        OutputStream out = fs.create(new Path(path))) {
      out.write(new byte[DATA_BYTES]);
    }
  }

  private static ClientProtocol proxy(RunningCluster cluster, String namenode) throws IOException {
    Configuration conf = cluster.conf();
    InetSocketAddress address =
        new InetSocketAddress(cluster.rpc(namenode).getHost(), cluster.rpc(namenode).getPort());
    return NameNodeProxiesClient.createProxyWithAlignmentContext(
        address, conf, UserGroupInformation.getCurrentUser(), false, null, null);
  }

  @ParameterizedTest
  @EnumSource
  void aRepetitionIsAnsweredAndNotExecuted(Repeated repeated) throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    ClientProtocol first = proxy(cluster, "nn1");
    ClientProtocol second = proxy(cluster, "nn2");
    try {
      String top = "/repeated/" + repeated;
      first.mkdirs(top, FsPermission.getDirDefault(), true);
      State state = new State();
      repeated.prepare(first, top, state);
      int callId = Client.nextCallId();
      Client.setCallIdAndRetryCount(callId, 0, null);
      Object answer = repeated.call(first, top, state);
      repeated.between(first, top);
      String before = everything(first, top);

      Client.setCallIdAndRetryCount(callId, 1, null);
      assertThat(repeated.call(second, top, state)).isEqualTo(answer);
      assertThat(everything(second, top)).isEqualTo(before);
      Client.setCallIdAndRetryCount(callId, 2, null);
      assertThat(repeated.call(first, top, state)).isEqualTo(answer);
      assertThat(everything(first, top)).isEqualTo(before);
    } finally {
      RPC.stopProxy(first);
      RPC.stopProxy(second);
    }
  }

  /** Without the retry cache the other namenode would execute it: the test could not fail else. */
  @Test
  void anotherCallIsExecuted() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    ClientProtocol first = proxy(cluster, "nn1");
    ClientProtocol second = proxy(cluster, "nn2");
    try {
      first.mkdirs("/repeated/other", FsPermission.getDirDefault(), true);
      assertThat(first.delete("/repeated/other", false)).isTrue();
      assertThat(second.delete("/repeated/other", false)).isFalse();
    } finally {
      RPC.stopProxy(first);
      RPC.stopProxy(second);
    }
  }

  /** Ids, names, lengths and times of everything below, and the states of all policies. */
  private static String everything(ClientProtocol nn, String top) throws IOException {
    String policies = Arrays.toString(nn.getErasureCodingPolicies());
    return policies + nn.getErasureCodingPolicy(top) + entries(nn, top);
  }

  private static String entries(ClientProtocol nn, String top) throws IOException {
    DirectoryListing snapshots =
        nn.getListing(top + "/s/.snapshot", HdfsFileStatus.EMPTY_NAME, false);
    return Stream.concat(
            Stream.of(nn.getListing(top, HdfsFileStatus.EMPTY_NAME, false).getPartialListing()),
            snapshots == null ? Stream.of() : Stream.of(snapshots.getPartialListing()))
        .map(s -> s.getFileId() + " " + s.getLocalName() + " " + s.getLen() + " " + s)
        .collect(Collectors.joining("\n"));
  }

  /** The table covers every call that HDFS marks, as far as it is served. */
  @Test
  void everyCallThatIsMarkedIsInTheTable() throws Exception {
    Set<String> marked = new TreeSet<>();
    for (Method method : ClientProtocol.class.getMethods()) {
      if (method.isAnnotationPresent(AtMostOnce.class)) {
        marked.add(method.getName());
      }
    }
    assertThat(marked).contains("create", "append", "concat");
    Set<String> tabled =
        Arrays.stream(Repeated.values()).map(r -> r.method).collect(Collectors.toSet());
    assertThat(marked).containsAll(tabled);
    marked.removeAll(tabled);
    // Always refused: a repetition is refused again.
    marked.remove("satisfyStoragePolicy");
    assertThat(servedNames()).contains("create").doesNotContainAnyElementsOf(marked);
  }

  /** Names of the public methods of the delegates that serve ClientProtocol. */
  private static Set<String> servedNames() throws ClassNotFoundException {
    Set<String> names = new TreeSet<>();
    for (String delegate :
        Set.of(
            "FileCalls",
            "BlockCalls",
            "AttributeCalls",
            "AclCalls",
            "XattrCalls",
            "PolicyCalls",
            "ErasureCodingCalls",
            "DirectoryCalls",
            "DatanodeCalls",
            "ServiceCalls")) {
      Class<?> type = Class.forName("io.warren.namenode.rpc." + delegate);
      Arrays.stream(type.getDeclaredMethods()).forEach(m -> names.add(m.getName()));
    }
    return names;
  }
}
