/** Safe mode that an operator turns on: nothing changes files on any namenode. */
@NullMarked
package io.warren.namenode.safemode;

import org.jspecify.annotations.NullMarked;
