package io.warren.namenode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/** A topology that tests change; by the names of datanodes. */
public final class TestRacks implements DNSToSwitchMapping {
  private static final Map<String, String> RACKS = new ConcurrentHashMap<>();

  static void put(String name, String rack) {
    RACKS.put(name, rack);
  }

  @Override
  public List<String> resolve(List<String> names) {
    return names.stream()
        .map(name -> RACKS.getOrDefault(name, NetworkTopology.DEFAULT_RACK))
        .toList();
  }

  @Override
  public void reloadCachedMappings() {
    // Nothing is cached.
  }

  @Override
  public void reloadCachedMappings(List<String> names) {
    // Nothing is cached.
  }
}
