/**
 * The namespace: operations on inodes as store transactions (HopsFS, FAST'17 §5). One class per
 * operation lives in the packages below; this package holds what they share.
 */
@NullMarked
package io.warren.namespace;

import org.jspecify.annotations.NullMarked;
