// SPDX-License-Identifier: Apache-2.0
/** Messages as packets of RoCEv2. */
@NullMarked
package org.verbena.provider.sim.roce;

import org.jspecify.annotations.NullMarked;
