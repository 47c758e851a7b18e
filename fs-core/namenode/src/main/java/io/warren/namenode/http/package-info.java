/** The HTTP port of a namenode: Jetty, health, metrics and the mounted APIs. */
@NullMarked
package io.warren.namenode.http;

import org.jspecify.annotations.NullMarked;
