package io.warren.namenode.rpc;

import io.warren.client.small.SmallFile;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.AppendInDatabase;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.OpenedFile;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Calls of Warren's client about files whose bytes are in the database. */
final class SmallFileCalls extends NamespaceCalls {
  private final FileSettings settings;
  private final FileCalls files;

  SmallFileCalls(Namespace namespace, Callers callers, FileSettings settings, FileCalls files) {
    super(namespace, callers);
    this.settings = settings;
    this.files = files;
  }

  public boolean complete(String src, long fileId, String clientName, byte[] bytes)
      throws IOException {
    return run(new CompleteInDatabase(FsPath.parse(src), fileId, clientName, bytes, settings));
  }

  public SmallFile.Opened open(String src, long offset, long length) throws IOException {
    OpenedFile opened = files.open(src, offset, length);
    FileContents contents = opened.contents();
    return contents == null
        ? new SmallFile.InBlocks(files.located(opened))
        : new SmallFile.InDatabase(contents.bytes());
  }

  public SmallFile.Reopened append(String src, String clientName) throws IOException {
    CallContext caller = callers().current();
    AppendInDatabase append =
        new AppendInDatabase(FsPath.parse(src), clientName, caller.clientMachine(), settings);
    AppendInDatabase.Answer opened = namespace().run(append, caller);
    return new SmallFile.Reopened(
        Wire.status(opened.status(), HdfsFileStatus.EMPTY_NAME, null), opened.bytes());
  }
}
