/** Values and typed errors that every other module speaks. Depends on the JDK alone. */
@NullMarked
package io.warren.model;

import org.jspecify.annotations.NullMarked;
