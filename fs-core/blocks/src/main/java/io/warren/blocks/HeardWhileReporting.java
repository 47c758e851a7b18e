package io.warren.blocks;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Replicas that datanodes have told of since their block report began here. A report is a picture
 * of the moment it was made; one of these replicas may be younger, so that the picture lacks it
 * although its row is right. Thread-safe.
 */
final class HeardWhileReporting {
  private static final int PLACES_MAX = 100_000;

  private final Map<String, Set<ReplicaPlace>> placesByDatanode = new ConcurrentHashMap<>();

  /** Before the datanode looks at its replicas. */
  void begin(String datanodeUuid) {
    placesByDatanode.computeIfAbsent(datanodeUuid, uuid -> ConcurrentHashMap.newKeySet());
  }

  /** The report has ended, or will not. */
  void end(String datanodeUuid) {
    placesByDatanode.remove(datanodeUuid);
  }

  /** What a datanode tells; to be called before the rows know it. */
  void add(String datanodeUuid, List<ReportedReplica> reports) {
    Set<ReplicaPlace> places = placesByDatanode.get(datanodeUuid);
    if (places == null) {
      return;
    }
    for (ReportedReplica reported : reports) {
      if (places.size() < PLACES_MAX) {
        places.add(new ReplicaPlace(reported.storageId(), reported.blockId()));
      }
    }
  }

  /** Whether a replica may be younger than the report; of too many to remember each one may be. */
  boolean mayHave(ReplicaPlace place) {
    return placesByDatanode.values().stream()
        .anyMatch(places -> places.size() >= PLACES_MAX || places.contains(place));
  }
}
