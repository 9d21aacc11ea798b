/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_ETHERNET_H
#define FAKEVERBS_ETHERNET_H

struct send_wqe;

/*
 * Sends a packet, or the segments that a TSO request asks for. The wire ends in this process: what
 * no flow rule wants is lost.
 */
void ethernet_send(const struct send_wqe *wqe);

#endif
