/** What happened to namenodes, leaders and subtree locks, kept in the store. */
@NullMarked
package io.warren.namespace.events;

import org.jspecify.annotations.NullMarked;
