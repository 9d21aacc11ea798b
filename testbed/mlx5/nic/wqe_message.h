/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a send request that says what goes where. */
#ifndef FAKEVERBS_WQE_MESSAGE_H
#define FAKEVERBS_WQE_MESSAGE_H

struct qp;
struct send_wqe;
struct wqe_cursor;

/*
 * Reads the segments behind the control segment: the destination, or the front of a packet; remote
 * addresses; data. What cannot be sent so leaves its syndrome in the request.
 */
void wqe_message_read(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe);

#endif
