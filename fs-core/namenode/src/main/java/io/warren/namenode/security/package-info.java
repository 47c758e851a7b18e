/** Who may call: tokens and their keys, which all namenodes share, and Kerberos. */
@NullMarked
package io.warren.namenode.security;

import org.jspecify.annotations.NullMarked;
