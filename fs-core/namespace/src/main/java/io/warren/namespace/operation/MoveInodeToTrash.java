package io.warren.namespace.operation;

import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.job.AtInode;
import io.warren.namespace.job.EnterStep;
import io.warren.namespace.job.JobGuard;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.StepDone;
import io.warren.store.TransactionRunner.Committed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The step of a job that moves an inode, wherever it is, to a user's trash ({@link MoveToTrash}).
 * Asked for again it answers where it was moved to. Only the superuser may.
 *
 * @param logicalTime what the inode's must be still, else CHANGED_SINCE; null for any
 */
public record MoveInodeToTrash(long inodeId, String user, @Nullable Long logicalTime, JobStep job)
    implements Operation<MoveInodeToTrash.Moved> {

  /** Whatever became of the inode. */
  public MoveInodeToTrash(long inodeId, String user, JobStep job) {
    this(inodeId, user, null, job);
  }

  /**
   * What was moved.
   *
   * @param trashPath where it was moved to
   * @param directories counts the inode itself when it is one
   */
  public record Moved(
      String trashPath, long files, long directories, long lengthBytes, long spaceBytes) {
    static Moved of(FsPath trashPath, ContentTotals totals) {
      return new Moved(
          trashPath.toString(),
          totals.files() + totals.symlinks(),
          totals.directories(),
          totals.lengthBytes(),
          totals.spaceConsumedBytes());
    }

    byte[] encode() {
      try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeLong(files);
        out.writeLong(directories);
        out.writeLong(lengthBytes);
        out.writeLong(spaceBytes);
        out.write(trashPath.getBytes(StandardCharsets.UTF_8));
        out.flush();
        return bytes.toByteArray();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static Moved decode(byte[] answer) {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer))) {
        long files = in.readLong();
        long directories = in.readLong();
        long lengthBytes = in.readLong();
        long spaceBytes = in.readLong();
        String trashPath = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Moved(trashPath, files, directories, lengthBytes, spaceBytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String name() {
    return "move_to_trash";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<Moved> perform(Namespace namespace, CallContext call) {
    try {
      namespace.inTransaction(new EnterStep(job), call);
      return AtInode.run(namespace, call, inodeId, path -> move(namespace, call, path));
    } catch (StepDone done) {
      return new Committed<>(Moved.decode(done.answer()), 0);
    }
  }

  private Committed<Moved> move(Namespace namespace, CallContext call, FsPath path) {
    Moved[] moved = new Moved[1];
    MoveToTrash move =
        new MoveToTrash(
            path,
            user,
            target ->
                new JobGuard<>(
                    job,
                    inodeId,
                    logicalTime,
                    totals -> {
                      moved[0] = Moved.of(target, totals);
                      return moved[0].encode();
                    }));
    Committed<FsPath> done = namespace.runCommitted(move, call);
    return new Committed<>(moved[0], done.commitSequence());
  }
}
