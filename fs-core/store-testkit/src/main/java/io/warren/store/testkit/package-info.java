/** What every store adapter must pass, and a store that fails where a test wants it to. */
@NullMarked
package io.warren.store.testkit;

import org.jspecify.annotations.NullMarked;
