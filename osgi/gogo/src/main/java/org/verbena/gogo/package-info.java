// SPDX-License-Identifier: Apache-2.0
/** The commands of {@code verbena} in Apache Felix Gogo, the shell of OSGi frameworks. */
@NullMarked
package org.verbena.gogo;

import org.jspecify.annotations.NullMarked;
