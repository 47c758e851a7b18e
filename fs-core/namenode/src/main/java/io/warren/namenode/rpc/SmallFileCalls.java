package io.warren.namenode.rpc;

import io.warren.client.small.SmallFile;
import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namenode.small.BytesInFlight;
import io.warren.namenode.small.SmallFileCounts.Fallback;
import io.warren.namenode.small.SmallFiles;
import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.AppendInDatabase;
import io.warren.namespace.file.CompleteInDatabase;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.IsFileClosed;
import io.warren.namespace.file.OpenedFile;
import io.warren.store.StoreException;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RetriableException;

/** Calls of Warren's client about files whose bytes are in the database. */
final class SmallFileCalls extends NamespaceCalls {
  private static final long OPEN_WAIT_MS = 500;

  private final FileSettings settings;
  private final FileCalls files;
  private final SmallFiles smallFiles;

  SmallFileCalls(
      Namespace namespace,
      Callers callers,
      FileSettings settings,
      FileCalls files,
      SmallFiles smallFiles) {
    super(namespace, callers);
    this.settings = settings;
    this.files = files;
    this.smallFiles = smallFiles;
  }

  public boolean complete(String src, long fileId, String clientName, byte[] bytes)
      throws IOException {
    CompleteInDatabase complete =
        new CompleteInDatabase(FsPath.parse(src), fileId, clientName, bytes, settings);
    try (BytesInFlight.Held held = smallFiles.inFlight().tryHold(bytes.length, 0)) {
      if (held == null && !isClosed(src)) {
        smallFiles.counts().fellBack(Fallback.MEMORY);
        return false;
      }
      boolean done = run(complete);
      if (done) {
        smallFiles.counts().wrote();
      }
      return done;
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.FULL) {
        throw e;
      }
      smallFiles.counts().fellBack(Fallback.FULL);
      return false;
    }
  }

  /** A file that is closed was closed by this very call before, or is not the caller's any more. */
  private boolean isClosed(String src) throws IOException {
    try {
      return run(new IsFileClosed(FsPath.parse(src)));
    } catch (NamespaceException e) {
      if (e.code() != NamespaceException.Code.NOT_FOUND) {
        throw e;
      }
      return true;
    }
  }

  public SmallFile.Opened open(String src, long offset, long length) throws IOException {
    try (BytesInFlight.Held held =
        smallFiles.inFlight().tryHold(FileContents.MAX_BYTES, OPEN_WAIT_MS)) {
      if (held == null) {
        throw new RetriableException("Too many bytes of small files are under way; try again");
      }
      OpenedFile opened = files.open(src, offset, length);
      FileContents contents = opened.contents();
      if (contents == null) {
        return new SmallFile.InBlocks(files.located(opened));
      }
      smallFiles.counts().handedOut();
      return new SmallFile.InDatabase(contents.bytes());
    }
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
