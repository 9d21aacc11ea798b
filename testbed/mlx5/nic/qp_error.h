/* SPDX-License-Identifier: Apache-2.0 */
/* The error states that a queue pair gets into without being told to. */
#ifndef FAKEVERBS_QP_ERROR_H
#define FAKEVERBS_QP_ERROR_H

#include <infiniband/verbs.h>

struct cq;
struct qp;

/* A request failed after its completion said so: ERR, or SQE where only sending is affected. */
void qp_error_requester(struct qp *qp);

/* A request that came in is to blame: ERR. The completion of a receive entry told the program. */
void qp_error_responder(struct qp *qp);

/* The same without a completion that could tell, so that an event does. */
void qp_error_with_event(struct qp *qp, enum ibv_event_type event);

/* Fails a CQ that had no free entry for a completion, and every queue pair that uses it. */
void qp_error_cq_overrun(struct cq *cq);

#endif
