// SPDX-License-Identifier: Apache-2.0
/** Accounts for every work request that a test posts: each accepted one completes exactly once or is discarded. */
@NullMarked
package org.verbena.tck.accounting;

import org.jspecify.annotations.NullMarked;
