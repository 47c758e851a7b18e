package io.warren.namenode.rpc;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several witnesses of the same calls. */
public record Witnesses(List<Dispatcher.Witness> all) implements Dispatcher.Witness {
  public Witnesses {
    all = List.copyOf(all);
  }

  @Override
  public void began() {
    all.forEach(Dispatcher.Witness::began);
  }

  @Override
  public void admitted() {
    all.forEach(Dispatcher.Witness::admitted);
  }

  @Override
  public void pushedBack() {
    all.forEach(Dispatcher.Witness::pushedBack);
  }

  @Override
  public void answered(
      Method method, @Nullable Object @Nullable [] given, @Nullable Object result) {
    all.forEach(witness -> witness.answered(method, given, result));
  }

  @Override
  public void refused(Method method, @Nullable Object @Nullable [] given) {
    all.forEach(witness -> witness.refused(method, given));
  }

  @Override
  public void ended(Method method, @Nullable Object @Nullable [] given, long durationNanos) {
    all.forEach(witness -> witness.ended(method, given, durationNanos));
  }
}
