package io.warren.namenode.rpc;

import java.lang.reflect.Method;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.jspecify.annotations.Nullable;

/** Tells of reading a small file as of reading any other: the calls have the same arguments. */
final class SmallFileWitness implements Dispatcher.Witness {
  private static final Method READ = read();

  private final Dispatcher.Witness stock;

  SmallFileWitness(Dispatcher.Witness stock) {
    this.stock = stock;
  }

  private static Method read() {
    try {
      return ClientProtocol.class.getMethod(
          "getBlockLocations", String.class, long.class, long.class);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("ClientProtocol reads by another call", e);
    }
  }

  private static Method asStock(Method method) {
    return method.getName().equals("open") ? READ : method;
  }

  @Override
  public void answered(
      Method method, @Nullable Object @Nullable [] given, @Nullable Object result) {
    stock.answered(asStock(method), given, result);
  }

  @Override
  public void refused(Method method, @Nullable Object @Nullable [] given) {
    stock.refused(asStock(method), given);
  }

  @Override
  public void began() {
    stock.began();
  }

  @Override
  public void admitted() {
    stock.admitted();
  }

  @Override
  public void pushedBack() {
    stock.pushedBack();
  }

  @Override
  public void ended(Method method, @Nullable Object @Nullable [] given, long durationNanos) {
    stock.ended(asStock(method), given, durationNanos);
  }
}
