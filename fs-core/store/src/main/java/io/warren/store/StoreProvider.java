package io.warren.store;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Opens stores of one kind. Processes find the providers by {@link ServiceLoader}: which kinds
 * there are depends on what was built and installed.
 */
public interface StoreProvider {
  /** What {@link Store#kind()} of its stores says. */
  String kind();

  /** Whether several processes may have the same store open. */
  boolean sharedByProcesses();

  /**
   * Opens the store.
   *
   * @throws StoreException that says what to do when it can't be opened
   */
  Store open(StoreConfig config);

  /** The provider of a kind, if this installation has it. */
  static Optional<StoreProvider> find(String kind) {
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.kind().equals(kind))
        .findFirst();
  }
}
