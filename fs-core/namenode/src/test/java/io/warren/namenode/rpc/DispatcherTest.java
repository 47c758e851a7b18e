package io.warren.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.namenode.service.ServiceGate;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.junit.jupiter.api.Test;

/** The door that every call passes. */
class DispatcherTest {
  interface Protocol {
    String served(String path) throws IOException;

    void refused() throws IOException;
  }

  static final class Delegate {
    public String served(String path) {
      if (path.equals("/none")) {
        throw new NamespaceException(NamespaceException.Code.NOT_FOUND, "No such path")
            .with("path", path);
      }
      return path;
    }
  }

  static final class Stray {
    public String serve(String path) {
      return path;
    }
  }

  private final ServiceGate gate = new ServiceGate();
  private final List<String> heard = new ArrayList<>();
  private final Protocol protocol =
      Dispatcher.serve(
          Protocol.class,
          gate,
          (operation, outcome, nanos) -> heard.add(operation + " " + outcome),
          new Delegate());

  @Test
  void translatesErrorsAndMeasures() throws Exception {
    gate.open();
    assertThat(protocol.served("/a")).isEqualTo("/a");
    assertThatThrownBy(() -> protocol.served("/none"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("File does not exist: /none");
    assertThatThrownBy(protocol::refused)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("refused is not supported by this file system");
    assertThat(heard)
        .containsExactly(
            "served ok", "served FileNotFoundException", "refused UnsupportedOperationException");
    assertThat(Dispatcher.unsupported(protocol)).containsExactly("refused");
  }

  @Test
  void sendsClientsToAnotherNamenodeWhileItDoesNotServe() throws Exception {
    assertThatThrownBy(() -> protocol.served("/a")).isInstanceOf(StandbyException.class);
    gate.open();
    assertThat(gate.drain(10)).isTrue();
    assertThatThrownBy(() -> protocol.served("/a")).isInstanceOf(StandbyException.class);
  }

  @Test
  void nothingOfACallRunsUntilItIsAdmitted() throws Exception {
    gate.open();
    List<String> happened = new ArrayList<>();
    boolean[] room = {false};
    Protocol limited =
        Dispatcher.serve(
            Protocol.class,
            gate,
            () -> {
              if (!room[0]) {
                throw new RetriableException("Come again");
              }
              happened.add("entered");
              return () -> happened.add("left");
            },
            (operation, outcome, nanos) -> heard.add(operation + " " + outcome),
            (method, given) -> {
              happened.add("began");
              return given;
            },
            Dispatcher.Witness.NONE,
            new Delegate());
    assertThatThrownBy(() -> limited.served("/a")).isInstanceOf(RetriableException.class);
    assertThat(happened).isEmpty();
    room[0] = true;
    assertThat(limited.served("/a")).isEqualTo("/a");
    assertThatThrownBy(() -> limited.served("/none")).isInstanceOf(FileNotFoundException.class);
    assertThat(happened).containsExactly("entered", "began", "left", "entered", "began", "left");
    assertThat(heard)
        .containsExactly("served RetriableException", "served ok", "served FileNotFoundException");
    assertThat(gate.drain(10)).isTrue();
  }

  @Test
  void refusesADelegateThatServesNothing() {
    assertThatThrownBy(() -> Dispatcher.serve(Protocol.class, gate, (o, r, n) -> {}, new Stray()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Not a method of Protocol");
  }
}
