package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static final StoreException AWAY = new StoreException(Code.UNAVAILABLE, "away");
  private final Outage outage = new Outage("Nothing works");

  @Test
  void pausesGrowUpToALimitAndBeginAgainAfterASuccess() {
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      pauses.add(outage.failed(AWAY, i));
    }
    assertThat(pauses.subList(0, 5)).containsExactly(200L, 400L, 800L, 1_600L, 3_200L);
    assertThat(pauses.subList(4, 100)).containsOnly(Outage.PAUSE_MAX_MS);
    outage.over(200);
    assertThat(outage.failed(AWAY, 300)).isEqualTo(Outage.PAUSE_MIN_MS);
  }
}
