package org.apache.hadoop.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** Who is told of calls that find no room in the queue. */
class ClientCallQueueTest {
  private static final String PREFIX = "ipc.client-call-queue-test";

  /** A call of one user, in the first level. */
  private record Call(String user) implements Schedulable {
    @Override
    public UserGroupInformation getUserGroupInformation() {
      return UserGroupInformation.createRemoteUser(user);
    }

    @Override
    public int getPriorityLevel() {
      return 0;
    }
  }

  private static ClientCallQueue<Schedulable> full() {
    ClientCallQueue<Schedulable> queue =
        new ClientCallQueue<>(1, 1, PREFIX, new int[] {1}, false, new Configuration(false));
    queue.add(new Call("first"));
    return queue;
  }

  private static void pushedBack(ClientCallQueue<Schedulable> queue, String user) {
    assertThatThrownBy(() -> queue.add(new Call(user)))
        .isInstanceOf(CallQueueManager.CallQueueOverflowException.class);
  }

  @Test
  void whoIsToldHearsOfEachCallUntilHeIsToldNoMore() {
    List<String> heard = new ArrayList<>();
    Consumer<Schedulable> told =
        call -> heard.add(call.getUserGroupInformation().getShortUserName());
    ClientCallQueue<Schedulable> queue = full();
    long before = ClientCallQueue.backedOff(PREFIX);
    pushedBack(queue, "early");
    ClientCallQueue.tell(PREFIX, told);
    pushedBack(queue, "ann");
    // A queue that takes its place tells him, too.
    pushedBack(full(), "bob");
    ClientCallQueue.untell(PREFIX, another -> {});
    pushedBack(queue, "cay");
    ClientCallQueue.untell(PREFIX, told);
    pushedBack(queue, "late");
    assertThat(heard).containsExactly("ann", "bob", "cay");
    assertThat(ClientCallQueue.backedOff(PREFIX)).isEqualTo(before + 5);
  }
}
