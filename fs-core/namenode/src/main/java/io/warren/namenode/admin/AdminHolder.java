package io.warren.namenode.admin;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Who has a token of the admin API, and what for: one for each process, so none can do it all. */
public enum AdminHolder {
  /** Whoever runs bin/warren on this machine. */
  OPERATOR("admin-token", AdminScope.values()),
  INDEXER("admin-token-indexer", AdminScope.FEED),
  REPLICA("admin-token-replica", AdminScope.FEED),
  WEB("admin-token-web", AdminScope.READ, AdminScope.FEED),
  WORKER("admin-token-worker", AdminScope.READ, AdminScope.FEED, AdminScope.STEPS),
  /** What makes backups, by hand or by a timer. */
  BACKUP("admin-token-backup", AdminScope.BACKUP),
  /** What asks whether the parts are well. */
  HEALTH("admin-token-health", AdminScope.READ),
  /** The other namenodes. */
  NAMENODE("admin-token-namenode", AdminScope.PEER);

  private final String fileName;
  private final Set<AdminScope> scopes;

  AdminHolder(String fileName, AdminScope... scopes) {
    this.fileName = fileName;
    this.scopes = Collections.unmodifiableSet(EnumSet.copyOf(Arrays.asList(scopes)));
  }

  /** The token's file below the folder of secrets. */
  public String fileName() {
    return fileName;
  }

  public boolean may(AdminScope scope) {
    return scopes.contains(scope);
  }

  List<String> scopeNames() {
    return scopes.stream().map(AdminScope::wireName).toList();
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
