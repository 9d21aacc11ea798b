// SPDX-License-Identifier: Apache-2.0
/** The provider that calls libibverbs through JNA. */
@NullMarked
package org.verbena.provider.jna;

import org.jspecify.annotations.NullMarked;
