package io.warren.datanode.rows;

import io.warren.model.RowBlockIds;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.jspecify.annotations.Nullable;

/**
 * A stock dataset that has files' rows as blocks, too. A proxy, since the stock one can't be
 * extended from outside of its package and the interface has sixty methods, of which nine matter.
 */
final class RowDataset implements InvocationHandler {
  private static final String SHUTDOWN = "shutdown";

  private final FsDatasetSpi<?> stock;
  private final RowReplicas rows;
  private final Map<Method, Method> ofRows;
  private final Runnable close;

  private RowDataset(
      FsDatasetSpi<?> stock, RowReplicas rows, Map<Method, Method> ofRows, Runnable close) {
    this.stock = stock;
    this.rows = rows;
    this.ofRows = ofRows;
    this.close = close;
  }

  /**
   * A dataset around the stock one.
   *
   * @param close is run before the stock one shuts down
   */
  static FsDatasetSpi<?> around(
      FsDatasetSpi<?> stock, RowCache cache, Configuration conf, Runnable close)
      throws IOException {
    RowReplicas rows = new RowReplicas(stock, cache, conf);
    return (FsDatasetSpi<?>)
        Proxy.newProxyInstance(
            RowDataset.class.getClassLoader(),
            new Class<?>[] {FsDatasetSpi.class},
            new RowDataset(stock, rows, methodsOfRows(), close));
  }

  /** Which method of {@link RowReplicas} takes the place of which of the interface. */
  private static Map<Method, Method> methodsOfRows() {
    Map<Method, Method> methods = new HashMap<>();
    for (Method method : RowReplicas.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        try {
          Method stock = FsDatasetSpi.class.getMethod(method.getName(), method.getParameterTypes());
          methods.put(stock, method);
        } catch (NoSuchMethodException e) {
          throw new IllegalStateException("The dataset of this Hadoop has no " + method, e);
        }
      }
    }
    return methods;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      if (arguments != null && isAboutRows(arguments)) {
        Method ours = ofRows.get(method);
        if (ours != null) {
          return ours.invoke(rows, arguments);
        }
      }
      if (method.getName().equals(SHUTDOWN)) {
        close.run();
      }
      return method.invoke(stock, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** Whether the block that a call is about stands for rows: the first that its arguments name. */
  private static boolean isAboutRows(Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof ExtendedBlock block) {
        return RowBlockIds.isOne(block.getBlockId());
      }
      if (argument instanceof Block block) {
        return RowBlockIds.isOne(block.getBlockId());
      }
      if (argument instanceof Long blockId) {
        return RowBlockIds.isOne(blockId);
      }
    }
    return false;
  }
}
