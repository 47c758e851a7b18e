package io.warren.bench.load;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gives paths of files: absolute, without empty components. */
interface PathSource extends AutoCloseable {
  /** The next one; null at the end. */
  @Nullable String next() throws IOException;

  @Override
  void close() throws IOException;
}
