/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a send request that describes the destination and the data. */
#ifndef FAKEVERBS_WQE_MESSAGE_H
#define FAKEVERBS_WQE_MESSAGE_H

struct qp;
struct send_wqe;
struct wqe_cursor;

/*
 * Reads the segments after the control segment: the destination or the start of a packet, the remote
 * address and the data. If the request is invalid, sets its syndrome.
 */
void wqe_message_read(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe);

#endif
