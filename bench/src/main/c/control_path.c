/* SPDX-License-Identifier: Apache-2.0 */
/* Creates, modifies and destroys objects. */
#include <stdlib.h>

#include "measure.h"

static inline void create_and_destroy(struct bench *b)
{
	struct ibv_qp *qp = qp_create(b, b->near.cq);

	if (!qp)
		check(-1, "ibv_create_qp");
	check(ibv_destroy_qp(qp), "ibv_destroy_qp");
}

void create_qp_run(struct bench *b)
{
	b->near.cq = cq_create(b);
	for (uint32_t i = 0; i < b->settings->live; i++)
		check(qp_create(b, b->near.cq) ? 0 : -1, "ibv_create_qp");
	measure(b, create_and_destroy, b->measured);
	b->operations = 1;
}

/* Moves the queue pair, connected to itself, from RESET to RTS and back. */
static inline void reset_to_rts(struct bench *b)
{
	struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };

	qp_to_init(b, b->near.qp);
	qp_to_rtr(b, b->near.qp, b->near.qp->qp_num);
	qp_to_rts(b->near.qp);
	check(ibv_modify_qp(b->near.qp, &reset, IBV_QP_STATE), "ibv_modify_qp to RESET");
}

void modify_qp_run(struct bench *b)
{
	b->near.cq = cq_create(b);
	b->near.qp = qp_create(b, b->near.cq);
	check(b->near.qp ? 0 : -1, "ibv_create_qp");
	measure(b, reset_to_rts, b->measured);
	b->operations = 1;
}

static inline void register_and_deregister(struct bench *b)
{
	struct ibv_mr *mr = ibv_reg_mr(b->pd, b->memory, b->length, IBV_ACCESS_LOCAL_WRITE);

	if (!mr)
		check(-1, "ibv_reg_mr");
	check(ibv_dereg_mr(mr), "ibv_dereg_mr");
}

void reg_mr_run(struct bench *b)
{
	pair_create(b);
	measure(b, register_and_deregister, b->measured);
	b->operations = 1;
}
