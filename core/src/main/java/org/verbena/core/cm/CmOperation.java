// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

/** The requests of an identifier, with the state of the kernel's identifier that they need (cma.c). */
enum CmOperation {
    BIND_ADDR("rdma_bind_addr", "IDLE"),
    RESOLVE_ADDR("rdma_resolve_addr", "IDLE or ADDR_BOUND, and addresses of one family"),
    RESOLVE_ROUTE("rdma_resolve_route", "ADDR_RESOLVED, and a timeout"),
    LISTEN("rdma_listen", "IDLE or ADDR_BOUND"),
    CONNECT("rdma_connect", "ROUTE_RESOLVED"),
    ACCEPT("rdma_accept", "CONNECT, of a request that waits for an answer"),
    REJECT("rdma_reject", "CONNECT, of a request that waits for an answer"),
    REJECT_ECE("rdma_reject_ece", "CONNECT, of a request that waits for an answer"),
    ESTABLISH("rdma_establish", "CONNECT, after CONNECT_RESPONSE"),
    DISCONNECT("rdma_disconnect", "CONNECT or DISCONNECT"),
    NOTIFY("rdma_notify", "CONNECT, of a request that was accepted"),
    MIGRATE("rdma_migrate_id", "any, with a channel of the same manager"),
    INIT_QP_ATTR("rdma_init_qp_attr", "CONNECT for RTR and RTS"),
    JOIN_MULTICAST("rdma_join_multicast", "ADDR_BOUND or ADDR_RESOLVED, with a device, for datagrams"),
    LEAVE_MULTICAST("rdma_leave_multicast", "any, after a join"),
    SET_OPTION("rdma_set_option", "one before the option takes effect");

    private final String verb;
    private final String state;

    CmOperation(String verb, String state) {
        this.verb = verb;
        this.state = state;
    }

    String verb() {
        return verb;
    }

    String rule() {
        return verb + " needs state " + state;
    }
}
