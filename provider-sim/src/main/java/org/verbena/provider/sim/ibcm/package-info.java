// SPDX-License-Identifier: Apache-2.0
/**
 * The connection manager of InfiniBand: the counterpart of {@code drivers/infiniband/core/cm.c} of Linux. A
 * {@link org.verbena.provider.sim.ibcm.IbCmConnection} is a state machine without threads, sockets and locks. A
 * {@link org.verbena.provider.sim.ibcm.CmAgent} owns all connections of a host, and dispatches messages to them.
 */
@NullMarked
package org.verbena.provider.sim.ibcm;

import org.jspecify.annotations.NullMarked;
