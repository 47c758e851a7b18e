/** The admin API, as admin-api.yaml states it. */
@NullMarked
package io.warren.namenode.admin;

import org.jspecify.annotations.NullMarked;
