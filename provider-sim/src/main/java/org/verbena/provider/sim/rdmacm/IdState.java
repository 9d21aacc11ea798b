// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

/** The states of an identifier: {@code enum rdma_cm_state}. */
enum IdState {
    IDLE,
    ADDR_BOUND,
    ADDR_QUERY,
    ADDR_RESOLVED,
    ROUTE_RESOLVED,
    CONNECT,
    DISCONNECT,
    LISTEN,
    DEVICE_REMOVAL
}
