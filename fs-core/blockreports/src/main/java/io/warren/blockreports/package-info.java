/**
 * The protocol of hash-bucket block reports, after "Scalable Block Reporting for HopsFS" (IEEE
 * BigData Congress 2019): a datanode sends one hash of each storage, for those that differ the
 * hashes of their buckets of replicas, and the replicas of those buckets alone that the namenode
 * knows otherwise.
 */
@NullMarked
package io.warren.blockreports;

import org.jspecify.annotations.NullMarked;
