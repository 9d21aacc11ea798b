// SPDX-License-Identifier: Apache-2.0
/** The provider that calls libibverbs through {@code java.lang.foreign}. */
@NullMarked
package org.verbena.provider.ffm;

import org.jspecify.annotations.NullMarked;
