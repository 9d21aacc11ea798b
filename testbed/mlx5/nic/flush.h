/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_FLUSH_H
#define FAKEVERBS_FLUSH_H

struct qp;
struct wq;

/* Flush the posted work requests of queues in the error state. */
void flush_queues(struct qp *qp);
void flush_wq(struct wq *wq);

#endif
