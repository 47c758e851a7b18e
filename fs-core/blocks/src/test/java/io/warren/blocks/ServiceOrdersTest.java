package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blocks.ServiceOrder.Leave;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is ordered of datanodes, and who goes by it when. */
class ServiceOrdersTest {
  private static final long HOUR_MS = 3_600_000;

  private BlockFixture store;
  private Datanodes datanodes;
  private final SimulatedDatanode one = new SimulatedDatanode(1, 1);

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    datanodes = namenode();
  }

  @AfterEach
  void close() {
    datanodes.close();
    store.close();
  }

  private Datanodes namenode() throws IOException {
    return new Datanodes(new Configuration(), "BP-test", new StorageIds(store.runner), () -> 1);
  }

  private static ServiceOrder order(Leave leave, long untilMs) {
    return new ServiceOrder(leave, untilMs, 1, "ann of the night shift");
  }

  private String uuid() {
    return one.registration().getDatanodeUuid();
  }

  private @Nullable AdminStates state(Datanodes at) {
    var found = at.find(uuid());
    return found == null ? null : found.getAdminState();
  }

  @Test
  void anOrderIsReadAsItWasGiven() {
    ServiceOrders orders = datanodes.orders();
    ServiceOrder leaves = order(Leave.MAINTENANCE, System.currentTimeMillis() + HOUR_MS);
    assertThat(orders.give(uuid(), leaves)).isTrue();
    assertThat(orders.give(uuid(), leaves)).isFalse();
    assertThat(orders.of(List.of(uuid(), "another"))).isEqualTo(Map.of(uuid(), leaves));
    assertThat(orders.give(uuid(), null)).isTrue();
    assertThat(orders.give(uuid(), null)).isFalse();
    assertThat(orders.of(List.of(uuid()))).isEmpty();
  }

  @Test
  void aMaintenanceThatIsOverIsNone() {
    datanodes.orders().give(uuid(), order(Leave.MAINTENANCE, System.currentTimeMillis() + 1));
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(1));
    assertThat(new ServiceOrders(store.runner, later).of(List.of(uuid()))).isEmpty();
  }

  @Test
  void whoIsOrderedAwayBeginsSoWhereverHeRegisters() throws IOException {
    datanodes.register(one.registration());
    assertThat(state(datanodes)).isEqualTo(AdminStates.NORMAL);
    datanodes.orders().give(uuid(), order(Leave.DECOMMISSION, 0));
    datanodes.followOrders();
    assertThat(state(datanodes)).isEqualTo(AdminStates.DECOMMISSION_INPROGRESS);
    try (Datanodes restarted = namenode()) {
      restarted.register(one.registration());
      assertThat(state(restarted)).isEqualTo(AdminStates.DECOMMISSION_INPROGRESS);
      datanodes.orders().give(uuid(), null);
      restarted.followOrders();
      assertThat(state(restarted)).isEqualTo(AdminStates.NORMAL);
    }
  }
}
