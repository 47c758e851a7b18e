/**
 * The metadata store on MySQL NDB Cluster, over the Java binding of the NDB API. All native objects
 * are behind {@link io.warren.store.ndb.NdbStore}.
 */
@NullMarked
package io.warren.store.ndb;

import org.jspecify.annotations.NullMarked;
