package io.warren.namenode.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaDirectory;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Tally;
import io.warren.namespace.job.AtInode;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.MoveInode;
import io.warren.namespace.operation.MoveInode.Origin;
import io.warren.namespace.operation.MoveInodeToTrash;
import io.warren.namespace.quota.QuotasAbove;
import io.warren.store.TransactionRunner.Committed;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * /namespace/…: one path at a time, with the rights of a user or of the superuser; or one inode, by
 * its id, with those of the superuser.
 */
final class NamespaceResource implements AdminServlet.Resource {
  record Summary(
      String path,
      long files,
      long directories,
      long lengthBytes,
      long spaceConsumedBytes,
      @Nullable Long namespaceQuota,
      @Nullable Long spaceQuotaBytes,
      @JsonUnwrapped QuotaView.TypeLimits types,
      @JsonUnwrapped QuotaView.TypesUsed typesUsed,
      long asOfMs) {}

  record Restored(
      String path,
      long files,
      long directories,
      long lengthBytes,
      long spaceConsumedBytes,
      long commitSequence) {}

  record TrashResult(
      String trashPath,
      long files,
      long directories,
      long lengthBytes,
      long spaceConsumedBytes,
      long commitSequence) {}

  private final Namespace namespace;
  private final Callers callers;
  private final EntryDetails details;
  private final TreeSums sums;
  private final ContentPreview preview;
  private final ChildrenPages children;
  private final InodeChanges changes;

  NamespaceResource(
      Namespace namespace,
      Callers callers,
      EntryDetails details,
      TreeSums sums,
      InodeChanges changes) {
    this.changes = changes;
    this.namespace = namespace;
    this.details = details;
    this.sums = sums;
    this.preview = new ContentPreview(namespace);
    this.children = new ChildrenPages(namespace);
    this.callers = callers;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> path = request.segments();
    String call = path.size() == 2 ? request.method() + " " + path.get(1) : "";
    return switch (call) {
      case "GET stat" -> stat(request);
      case "GET details" -> details.of(FsPath.parse(request.required("path")), caller(request));
      case "GET preview" -> preview(request);
      case "GET changes" -> changes(request);
      case "GET children" -> children.page(request, caller(request));
      case "GET summary" -> summary(request);
      case "GET quotas" -> quotasAbove(request);
      case "PUT quota" -> setQuota(request);
      case "POST trash" -> trash(request);
      case "POST restored" -> restored(request);
      case "POST moves" -> moved(request);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private CallContext caller(AdminRequest request) {
    String user = request.optional("as_user");
    return user == null || user.isEmpty() ? callers.system() : callers.named(user);
  }

  private static NamespaceException notFound(FsPath path) {
    return new NamespaceException(NamespaceException.Code.NOT_FOUND, "The path does not exist")
        .with("path", path);
  }

  /** Reads the path of the query, or the inode of the query where it is. */
  private <R> R read(AdminRequest request, BiFunction<FsPath, CallContext, R> reading) {
    if (request.optional("inode_id") == null) {
      return reading.apply(FsPath.parse(request.required("path")), caller(request));
    }
    if (request.optional("path") != null || request.optional("as_user") != null) {
      throw Problem.invalid("Two parameters exclude each other", "Give path, or inode_id alone");
    }
    long inodeId = request.number("inode_id", 0, 1, Long.MAX_VALUE);
    return AtInode.read(
        namespace, callers.system(), inodeId, path -> reading.apply(path, callers.system()));
  }

  private ContentPreview.View preview(AdminRequest request) {
    int max = ContentPreview.LENGTH_MAX_BYTES;
    int lengthBytes = (int) request.number("length_bytes", max, 1, max);
    return preview.of(FsPath.parse(request.required("path")), caller(request), lengthBytes);
  }

  private InodeChanges.Page changes(AdminRequest request) {
    long before = request.number("before", 0, 1, Long.MAX_VALUE);
    return read(
        request,
        (path, caller) -> {
          EntryStatus entry =
              namespace
                  .run(new GetStatus(path, GetStatus.Count.NONE), caller)
                  .orElseThrow(() -> notFound(path));
          return changes.of(entry.inode().id(), before);
        });
  }

  private InodeView.Entry stat(AdminRequest request) {
    return read(
        request,
        (path, caller) -> {
          EntryStatus entry =
              namespace
                  .run(new GetStatus(path, GetStatus.Count.MANY), caller)
                  .orElseThrow(() -> notFound(path));
          Tally below =
              request.flag("totals")
                  ? children.below(path, List.of(entry), caller).get(entry.inode().id())
                  : null;
          return InodeView.Entry.of(entry, path, below);
        });
  }

  private Summary summary(AdminRequest request) {
    return read(request, this::summary);
  }

  private Summary summary(FsPath path, CallContext caller) {
    long asOfMs = namespace.clock().millis();
    ContentTotals totals = sums.of(path, caller);
    QuotaDirectory quota = totals.quota();
    return new Summary(
        path.toString(),
        totals.files() + totals.symlinks(),
        totals.directories(),
        totals.lengthBytes(),
        totals.spaceConsumedBytes(),
        quota == null ? null : QuotaView.limit(quota.namespaceQuota()),
        quota == null ? null : QuotaView.limit(quota.spaceQuotaBytes()),
        quota == null ? QuotaView.TypeLimits.NONE : QuotaView.TypeLimits.of(quota.typeQuotas()),
        QuotaView.TypesUsed.of(totals.space().types(policyAt(path, caller))),
        asOfMs);
  }

  /** The storage policy that files below inherit; 0 for none. */
  private int policyAt(FsPath path, CallContext caller) {
    return namespace
        .run(new GetStatus(path, GetStatus.Count.NONE), caller)
        .map(entry -> entry.policies().storage())
        .orElse(0);
  }

  private QuotaView.Above quotasAbove(AdminRequest request) {
    long asOfMs = namespace.clock().millis();
    FsPath path = FsPath.parse(request.required("path"));
    return QuotaView.Above.of(namespace.run(new QuotasAbove(path), callers.system()), asOfMs);
  }

  private QuotaView.Result setQuota(AdminRequest request) throws IOException {
    return QuotaView.Result.of(namespace.run(QuotaView.step(request), callers.system()));
  }

  private Restored restored(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body("inode_id", "path", "logical_time", "job", "epoch", "step");
    return moved(body, new Origin.InTrash());
  }

  private Restored moved(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body("inode_id", "path", "from", "logical_time", "job", "epoch", "step");
    String from = body.text("from");
    return moved(body, from == null ? new Origin.Anywhere() : new Origin.At(FsPath.parse(from)));
  }

  private Restored moved(AdminRequest.Body body, Origin origin) throws IOException {
    Committed<MoveInodeToTrash.Moved> done =
        namespace.runCommitted(
            new MoveInode(
                body.requiredNumber("inode_id", 1, Long.MAX_VALUE),
                FsPath.parse(body.requiredText("path")),
                origin,
                body.number("logical_time", 1, Long.MAX_VALUE),
                JobSteps.required(body)),
            callers.system().withSequence());
    MoveInodeToTrash.Moved moved = done.value();
    return new Restored(
        moved.trashPath(),
        moved.files(),
        moved.directories(),
        moved.lengthBytes(),
        moved.spaceBytes(),
        done.commitSequence());
  }

  private TrashResult trash(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body("inode_id", "user", "logical_time", "job", "epoch", "step");
    Committed<MoveInodeToTrash.Moved> done =
        namespace.runCommitted(
            new MoveInodeToTrash(
                body.requiredNumber("inode_id", 1, Long.MAX_VALUE),
                body.requiredText("user"),
                body.number("logical_time", 1, Long.MAX_VALUE),
                JobSteps.required(body)),
            callers.system().withSequence());
    MoveInodeToTrash.Moved moved = done.value();
    return new TrashResult(
        moved.trashPath(),
        moved.files(),
        moved.directories(),
        moved.lengthBytes(),
        moved.spaceBytes(),
        done.commitSequence());
  }
}
