package io.warren.namenode.admin;

import io.warren.namenode.service.NamenodeSpec;
import java.util.List;

/** Starts and stops the namenodes of this process. Thread-safe; one change at a time. */
public interface ProcessControl {
  /** A namenode of this process that does not run now, as it was when it stopped. */
  record Stopped(NamenodeSpec spec, long id, long startedAtMs, long lastHeartbeatMs) {}

  List<Stopped> stopped();

  /**
   * Drains and stops a namenode; does nothing when it is stopped.
   *
   * @throws io.warren.model.NamespaceException NOT_FOUND, or CONFLICT for the last running one
   */
  void stop(String name) throws InterruptedException;

  /**
   * Ends a namenode as a kill of its process would: running calls break off and its membership is
   * left to time out. A drill for operators; does nothing when it is stopped.
   *
   * @throws io.warren.model.NamespaceException NOT_FOUND, or CONFLICT for the last running one
   */
  void crash(String name) throws InterruptedException;

  /**
   * Starts a stopped namenode; does nothing when it runs.
   *
   * @throws io.warren.model.NamespaceException NOT_FOUND, or CONFLICT when its ports are taken
   */
  void start(String name) throws InterruptedException;
}
