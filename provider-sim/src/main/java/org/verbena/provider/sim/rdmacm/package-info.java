// SPDX-License-Identifier: Apache-2.0
/**
 * Connection management by IP address: the counterpart of {@code drivers/infiniband/core/cma.c} and {@code ucma.c} of
 * Linux. A simulator is one host: its devices share the ports of the port spaces.
 */
@NullMarked
package org.verbena.provider.sim.rdmacm;

import org.jspecify.annotations.NullMarked;
