/** Rights as values: access bits and access control lists. */
@NullMarked
package io.warren.namespace.rights;

import org.jspecify.annotations.NullMarked;
