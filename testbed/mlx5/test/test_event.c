/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "fakeverbs.h"
#include "test.h"

static int raise_event(enum ibv_event_type type, enum fakeverbs_object kind, uint32_t handle)
{
	int (*function)(uint32_t, enum fakeverbs_object, uint32_t) =
		dlsym(RTLD_DEFAULT, "fakeverbs_async_event");

	return function(type, kind, handle);
}

static void test_kinds(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);
	struct ibv_async_event event;

	CHECK(raise_event(IBV_EVENT_QP_FATAL, FAKEVERBS_OBJECT_QP, qp->handle) == 0);
	CHECK(raises(f, IBV_EVENT_QP_FATAL, qp));
	CHECK(raise_event(IBV_EVENT_CQ_ERR, FAKEVERBS_OBJECT_CQ, f->cq->handle) == 0);
	CHECK(raises(f, IBV_EVENT_CQ_ERR, f->cq));

	CHECK(raise_event(IBV_EVENT_PORT_ERR, FAKEVERBS_OBJECT_PORT, 1) == 0);
	CHECK(ibv_get_async_event(f->ctx, &event) == 0);
	CHECK(event.event_type == IBV_EVENT_PORT_ERR && event.element.port_num == 1);
	ibv_ack_async_event(&event);

	CHECK(raise_event(IBV_EVENT_CQ_ERR, FAKEVERBS_OBJECT_CQ, qp->handle) == ENOENT);
	CHECK(raise_event(IBV_EVENT_CQ_ERR, 99, qp->handle) == EINVAL);
	CHECK(ibv_destroy_qp(qp) == 0);
}

/* Destroying a queue pair removes its unread events, but not those of other objects. */
static void test_unread(struct fixture *f)
{
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, NULL);

	CHECK(raise_event(IBV_EVENT_QP_FATAL, FAKEVERBS_OBJECT_QP, qp->handle) == 0);
	CHECK(raise_event(IBV_EVENT_CQ_ERR, FAKEVERBS_OBJECT_CQ, f->cq->handle) == 0);
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(raises(f, IBV_EVENT_CQ_ERR, f->cq));
	CHECK(raises_nothing(f));
}

static void test_last_wqe(struct fixture *f)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 10, .max_sge = 1 } };
	struct ibv_srq *srq = ibv_create_srq(f->pd, &attr);
	struct ibv_qp *qp = create_qp(f, IBV_QPT_RC, f->cq, f->cq, srq);

	connect_qp(qp, qp->qp_num);
	CHECK(post_srq_recv(srq, 1, f->mr, f->buf, 8) == 0);
	CHECK(to_state(qp, IBV_QPS_ERR) == 0);
	CHECK(raises(f, IBV_EVENT_QP_LAST_WQE_REACHED, qp));
	CHECK(raises_nothing(f));
	CHECK(stays_empty(f->cq));
	CHECK(ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_srq(srq) == 0);
}

const struct test event_tests[] = {
	{ "events of every kind", ANY_MODEL, test_kinds },
	{ "events of a destroyed QP", ANY_MODEL, test_unread },
	{ "last WQE reached", NEEDS_NIC, test_last_wqe },
	{},
};
