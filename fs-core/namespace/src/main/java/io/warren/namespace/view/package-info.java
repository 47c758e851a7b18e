/**
 * What a namenode keeps in memory of directories, and how it knows that it still holds: paths are
 * resolved without reading the directories above their last component.
 */
@NullMarked
package io.warren.namespace.view;

import org.jspecify.annotations.NullMarked;
