package io.warren.namenode.rpc;

import io.warren.blocks.ReportArrivals;
import io.warren.model.Block;
import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namenode.service.StoragePolicies;
import io.warren.namenode.small.SmallFiles;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.file.Complete;
import io.warren.namespace.file.Concat;
import io.warren.namespace.file.Create;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.Fsync;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.GetPreferredBlockSize;
import io.warren.namespace.file.IsFileClosed;
import io.warren.namespace.file.LocateFiles;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.file.TouchAccessTime;
import io.warren.namespace.file.Truncate;
import io.warren.namespace.lease.RenewLease;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.recovery.RecoverLease;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LastBlockWithStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.io.EnumSetWritable;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about a file's life: create, open, append, truncate, close, leases. */
final class FileCalls extends NamespaceCalls {
  /** A stock client pauses 400 ms after "not yet"; the datanode's report usually needs a few. */
  private static final long COMPLETE_WAIT_MS = 150;

  private final FileSettings settings;
  private final LocatedFiles located;
  private final StoragePolicies policies;
  private final ReportArrivals reports;
  private final Settling settling;
  private final SmallFiles smallFiles;

  FileCalls(
      Namespace namespace,
      Callers callers,
      FileSettings settings,
      LocatedFiles located,
      StoragePolicies policies,
      ReportArrivals reports,
      Settling settling,
      SmallFiles smallFiles) {
    super(namespace, callers);
    this.settings = settings;
    this.located = located;
    this.policies = policies;
    this.reports = reports;
    this.settling = settling;
    this.smallFiles = smallFiles;
  }

  public HdfsFileStatus create(
      String src,
      FsPermission masked,
      String clientName,
      EnumSetWritable<CreateFlag> flag,
      boolean createParent,
      short replication,
      long blockSize,
      CryptoProtocolVersion[] supportedVersions,
      @Nullable String ecPolicyName,
      @Nullable String storagePolicy)
      throws IOException {
    FsPath path = FsPath.parse(src);
    EnumSet<CreateFlag> flags = flag.get();
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    if (!flags.contains(CreateFlag.CREATE) && run(new GetStatus(path)).isEmpty()) {
      throw new FileNotFoundException("Can't overwrite non-existent " + src);
    }
    CallContext caller = callers().current();
    EntryStatus created =
        namespace()
            .run(
                new Create(
                    path,
                    Wire.mode(masked),
                    clientName,
                    caller.clientMachine(),
                    overwrite,
                    createParent,
                    replication,
                    blockSize,
                    policyId(storagePolicy),
                    flags.contains(CreateFlag.SHOULD_REPLICATE),
                    ecPolicyName,
                    settings),
                caller);
    return Wire.status(created, HdfsFileStatus.EMPTY_NAME, null);
  }

  private int policyId(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return 0;
    }
    return policies.require(name).getId();
  }

  public LastBlockWithStatus append(String src, String clientName, EnumSetWritable<CreateFlag> flag)
      throws IOException {
    CallContext caller = callers().current();
    Append append =
        new Append(
            FsPath.parse(src),
            clientName,
            caller.clientMachine(),
            flag.get().contains(CreateFlag.NEW_BLOCK),
            settings);
    Append.Answer opened = smallFiles.inBlocks(() -> namespace().run(append, caller));
    return new LastBlockWithStatus(
        lastBlock(opened), Wire.status(opened.status(), HdfsFileStatus.EMPTY_NAME, null));
  }

  /** The block to go on with; or, without locations, the one to begin another behind. */
  private @Nullable LocatedBlock lastBlock(Append.Answer opened) throws IOException {
    FileBlock reopened = opened.reopened();
    if (reopened != null) {
      return settling.checked(located.writable(reopened));
    }
    Block previous = opened.previous();
    return previous == null
        ? null
        : new LocatedBlock(located.locations().extended(previous), DatanodeInfo.EMPTY_ARRAY);
  }

  public void concat(String trg, String[] srcs) throws IOException {
    CallContext caller = callers().current();
    Concat concat = new Concat(FsPath.parse(trg), Arrays.stream(srcs).map(FsPath::parse).toList());
    smallFiles.inBlocks(() -> namespace().run(concat, caller));
  }

  public boolean truncate(String src, long newLength, String clientName) throws IOException {
    CallContext caller = callers().current();
    Truncate truncate = new Truncate(FsPath.parse(src), newLength, clientName, settings);
    return smallFiles.inBlocks(() -> namespace().run(truncate, caller));
  }

  /**
   * Closes a file. Its last block may be on its way through a datanode's report: a short wait here
   * saves the client a long one.
   */
  public boolean complete(String src, String clientName, @Nullable ExtendedBlock last, long fileId)
      throws IOException {
    Complete.Telling complete =
        new Complete.Telling(
            new Complete(FsPath.parse(src), fileId, clientName, ref(last), settings));
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(COMPLETE_WAIT_MS);
    while (true) {
      long seen = reports.applied();
      Complete.Outcome outcome = run(complete);
      if (outcome.mayGoInId() != 0) {
        smallFiles.closed(outcome.mayGoInId(), clientName);
      }
      if (outcome.closed()) {
        return true;
      }
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      if (leftMs <= 0 || !reports.awaitMore(seen, leftMs)) {
        return false;
      }
    }
  }

  static @Nullable BlockRef ref(@Nullable ExtendedBlock block) {
    return block == null
        ? null
        : new BlockRef(block.getBlockId(), block.getGenerationStamp(), block.getNumBytes());
  }

  public void fsync(String src, long inodeId, String client, long lastBlockLength)
      throws IOException {
    run(new Fsync(FsPath.parse(src), inodeId, client, lastBlockLength));
  }

  /** Holders are unique to a client, so the namespaces of a router do not matter here. */
  public void renewLease(String clientName, @Nullable List<String> namespaces) throws IOException {
    run(new RenewLease(clientName));
  }

  public boolean recoverLease(String src, String clientName) throws IOException {
    return run(new RecoverLease(FsPath.parse(src)));
  }

  public boolean isFileClosed(String src) throws IOException {
    return run(new IsFileClosed(FsPath.parse(src)));
  }

  public long getPreferredBlockSize(String filename) throws IOException {
    return run(new GetPreferredBlockSize(FsPath.parse(filename)));
  }

  public LocatedBlocks getBlockLocations(String src, long offset, long length) throws IOException {
    return located(open(src, offset, length));
  }

  /** Where the blocks of a file are that the present caller may read, with tokens. */
  LocatedBlocks located(OpenedFile opened) throws IOException {
    return located.of(opened, callers().current().clientMachine());
  }

  /** Opens a file for reading. */
  OpenedFile open(String src, long offset, long length) throws IOException {
    CallContext caller = callers().current();
    FsPath path = FsPath.parse(src);
    OpenedFile opened =
        namespace().run(new GetBlockLocations(path, offset, length, settings), caller);
    if (opened.accessTimeDue() && namespace().followed() == null) {
      touch(path, opened.status().inode().id());
    }
    return opened;
  }

  private void touch(FsPath path, long fileId) throws IOException {
    try {
      namespace().run(new TouchAccessTime(path, fileId, settings), callers().system());
    } catch (NamespaceException e) {
      // In safe mode files are read without a trace, as in stock HDFS.
      if (e.code() != NamespaceException.Code.SAFE_MODE) {
        throw e;
      }
    }
  }

  public @Nullable HdfsLocatedFileStatus getLocatedFileInfo(String src, boolean needBlockToken)
      throws IOException {
    FsPath path = FsPath.parse(src);
    EntryStatus entry = find(path, GetStatus.Count.FEW);
    if (entry == null) {
      return null;
    }
    LocatedBlocks blocks =
        !entry.inode().isFile() ? null : needBlockToken ? readable(path) : locate(path);
    return (HdfsLocatedFileStatus) Wire.status(entry, HdfsFileStatus.EMPTY_NAME, blocks);
  }

  /** Where a file is, with tokens if the caller may read it. */
  private LocatedBlocks readable(FsPath path) throws IOException {
    CallContext caller = callers().current();
    try {
      OpenedFile opened =
          namespace().run(new GetBlockLocations(path, 0, Long.MAX_VALUE, settings), caller);
      return located.of(opened, caller.clientMachine());
    } catch (NamespaceException e) {
      if (e.code() != NamespaceException.Code.ACCESS_DENIED) {
        throw e;
      }
      return locate(path);
    }
  }

  /**
   * Where a file is, for a caller who may see its entry. As in stock HDFS that needs no right to
   * read the file, so no datanode is told to let the caller read: there are no tokens.
   */
  LocatedBlocks locate(FsPath path) throws IOException {
    OpenedFile opened =
        namespace()
            .run(new GetBlockLocations(path, 0, Long.MAX_VALUE, settings), callers().system());
    return located.unsigned(opened, callers().current().clientMachine());
  }

  /** As {@link #locate(FsPath)} for those files of a listing that can be read together, by id. */
  Map<Long, LocatedBlocks> locate(List<EntryStatus> files) throws IOException {
    String clientMachine = callers().current().clientMachine();
    Map<Long, LocatedBlocks> blocks = new HashMap<>();
    for (Optional<OpenedFile> file : namespace().run(new LocateFiles(files), callers().system())) {
      if (file.isPresent()) {
        OpenedFile opened = file.get();
        blocks.put(opened.status().inode().id(), located.unsigned(opened, clientMachine));
      }
    }
    return blocks;
  }
}
