/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_DATAGRAM_H
#define FAKEVERBS_DATAGRAM_H

struct qp;
struct send_wqe;

/* Delivers a datagram to its receiver, or to all members of a group that can receive it. */
void datagram_deliver(const struct qp *sender, const struct send_wqe *wqe);

#endif
