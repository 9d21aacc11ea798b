/* SPDX-License-Identifier: Apache-2.0 */
/* The state changes of a queue pair after errors. */
#ifndef FAKEVERBS_QP_ERROR_H
#define FAKEVERBS_QP_ERROR_H

#include <infiniband/verbs.h>

struct cq;
struct qp;

/* Changes to ERR, or to SQE if only sending is affected. The request completed in error before. */
void qp_error_requester(struct qp *qp);

/* Changes to ERR after a bad incoming request. A receive entry completed in error before. */
void qp_error_responder(struct qp *qp);

/* Changes to ERR and raises an event, because no completion reports the error. */
void qp_error_with_event(struct qp *qp, enum ibv_event_type event);

/* Changes a CQ without a free entry, and every queue that uses it, to the error state. */
void qp_error_cq_overrun(struct cq *cq);

#endif
