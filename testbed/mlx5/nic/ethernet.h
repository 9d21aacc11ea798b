/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_ETHERNET_H
#define FAKEVERBS_ETHERNET_H

struct qp;
struct send_wqe;

/*
 * Sends a packet, or the segments of a TSO request. Packets do not leave this process. A packet that
 * matches no flow rule is dropped.
 */
void ethernet_send(const struct qp *qp, const struct send_wqe *wqe);

#endif
