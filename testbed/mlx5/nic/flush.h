/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_FLUSH_H
#define FAKEVERBS_FLUSH_H

struct qp;
struct wq;

/* Completes as flushed what is posted on the queues that are in error, if any is. */
void flush_queues(struct qp *qp);
void flush_wq(struct wq *wq);

#endif
