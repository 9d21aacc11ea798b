// SPDX-License-Identifier: Apache-2.0
/**
 * Range checks and field tables that the packages of this module share.
 */
@NullMarked
package org.verbena.internal;

import org.jspecify.annotations.NullMarked;
