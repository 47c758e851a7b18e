/** What the parts of a namenode share: its address, settings, gate and callers. */
@NullMarked
package io.warren.namenode.service;

import org.jspecify.annotations.NullMarked;
