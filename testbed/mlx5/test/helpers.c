/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "fakeverbs.h"
#include "test.h"

/* The time to wait before concluding that no event or completion arrives. */
#define QUIET_MSEC 20

#define ROCE_V2_IPV4_SGID_INDEX 3

bool is_mlx4(void)
{
	const char *model = getenv("FAKEVERBS_MODEL");

	return model && !strcmp(model, "mlx4");
}

bool is_legacy(void)
{
	const char *legacy = getenv("FAKEVERBS_LEGACY");

	return legacy && !strcmp(legacy, "1");
}

bool is_threaded(void)
{
	enum fakeverbs_nic (*mode)(void) = dlsym(RTLD_DEFAULT, "fakeverbs_nic_mode");

	return mode() == FAKEVERBS_NIC_THREAD;
}

void progress(void)
{
	static int (*run)(void);

	if (!run)
		run = dlsym(RTLD_DEFAULT, "fakeverbs_progress");
	if (!is_threaded())
		run();
}

static int64_t msec_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

static bool poll_for(struct ibv_cq *cq, struct ibv_wc *wc, int64_t msec)
{
	struct timespec start;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		progress();
		if (ibv_poll_cq(cq, 1, wc) == 1)
			return true;
	} while (msec_since(&start) < msec);
	return false;
}

bool next_completion(struct ibv_cq *cq, struct ibv_wc *wc)
{
	return poll_for(cq, wc, PATIENCE_MSEC);
}

/* Polls until a completion arrives: that of a send may follow the completion of its receive. */
bool start_reading(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attr = {};
	struct timespec start;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		progress();
		if (ibv_start_poll(cq, &attr) == 0)
			return true;
	} while (msec_since(&start) < PATIENCE_MSEC);
	return false;
}

bool stays_empty(struct ibv_cq *cq)
{
	struct ibv_wc wc;

	return !poll_for(cq, &wc, QUIET_MSEC);
}

bool fails(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc;

	return next_completion(cq, &wc) && wc.wr_id == wr_id && wc.status == status;
}

static bool event_pending(struct fixture *f, int msec)
{
	struct pollfd readable = { .fd = f->ctx->async_fd, .events = POLLIN };

	progress();
	return poll(&readable, 1, msec) == 1;
}

bool raises(struct fixture *f, enum ibv_event_type type, const void *element)
{
	struct ibv_async_event event;

	if (!event_pending(f, PATIENCE_MSEC) || ibv_get_async_event(f->ctx, &event))
		return false;
	ibv_ack_async_event(&event);
	return event.event_type == type && event.element.qp == element;
}

bool raises_nothing(struct fixture *f)
{
	return !event_pending(f, QUIET_MSEC);
}

enum ibv_qp_state state_of(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init) == 0);
	return attr.qp_state;
}

bool completes(struct ibv_cq *cq, uint64_t wr_id)
{
	struct ibv_wc wc;

	return next_completion(cq, &wc) && wc.wr_id == wr_id && wc.status == IBV_WC_SUCCESS;
}

struct ibv_qp *create_qp(struct fixture *f, enum ibv_qp_type type, struct ibv_cq *send_cq,
			 struct ibv_cq *recv_cq, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = send_cq,
		.recv_cq = recv_cq,
		.srq = srq,
		.qp_type = type,
		.cap = {
			.max_send_wr = 64,
			.max_send_sge = 4,
			.max_inline_data = 64,
			.max_recv_wr = srq ? 0 : 64,
			.max_recv_sge = srq ? 0 : 4,
		},
	};
	struct ibv_qp *qp = ibv_create_qp(f->pd, &attr);

	CHECK(qp != NULL);
	return qp;
}

static bool has_responder(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_RC || qp->qp_type == IBV_QPT_XRC_RECV;
}

static bool has_requester(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_RC || qp->qp_type == IBV_QPT_XRC_SEND;
}

static bool is_connected(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_UC || has_responder(qp) || has_requester(qp);
}

void fill_address(struct ibv_ah_attr *attr)
{
	static const uint8_t ipv4[16] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 0, 1,
	};

	memset(attr, 0, sizeof(*attr));
	attr->is_global = 1;
	attr->port_num = 1;
	attr->grh.sgid_index = ROCE_V2_IPV4_SGID_INDEX;
	attr->grh.hop_limit = 64;
	memcpy(attr->grh.dgid.raw, ipv4, sizeof(ipv4));
}

int to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qkey = QKEY,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC,
	};
	int mask = IBV_QP_STATE | IBV_QP_PORT;

	if (qp->qp_type != IBV_QPT_RAW_PACKET)
		mask |= IBV_QP_PKEY_INDEX;
	if (qp->qp_type == IBV_QPT_UD)
		mask |= IBV_QP_QKEY;
	if (is_connected(qp))
		mask |= IBV_QP_ACCESS_FLAGS;
	return ibv_modify_qp(qp, &attr, mask);
}

int to_rtr(struct ibv_qp *qp, uint32_t dest_qpn)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = dest_qpn,
		.max_dest_rd_atomic = 4,
		.min_rnr_timer = 12,
	};
	int mask = IBV_QP_STATE;

	fill_address(&attr.ah_attr);
	if (is_connected(qp))
		mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
	if (has_responder(qp))
		mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	return ibv_modify_qp(qp, &attr, mask);
}

int to_rts_with(struct ibv_qp *qp, const struct patience *patience)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.timeout = patience->timeout,
		.retry_cnt = patience->retry_cnt,
		.rnr_retry = patience->rnr_retry,
		.max_rd_atomic = 4,
	};
	int mask = IBV_QP_STATE;

	if (qp->qp_type != IBV_QPT_RAW_PACKET)
		mask |= IBV_QP_SQ_PSN;
	if (has_requester(qp))
		mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			IBV_QP_MAX_QP_RD_ATOMIC;
	if (qp->qp_type == IBV_QPT_XRC_RECV)
		mask |= IBV_QP_TIMEOUT;
	return ibv_modify_qp(qp, &attr, mask);
}

int to_rts(struct ibv_qp *qp)
{
	static const struct patience patience = { .timeout = 14, .retry_cnt = 7, .rnr_retry = 7 };

	return to_rts_with(qp, &patience);
}

int to_state(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state };

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE);
}

void connect_qp(struct ibv_qp *qp, uint32_t dest_qpn)
{
	CHECK(to_init(qp) == 0);
	CHECK(to_rtr(qp, dest_qpn) == 0);
	CHECK(to_rts(qp) == 0);
}

void create_pair(struct fixture *f, enum ibv_qp_type type, struct pair *pair)
{
	pair->a = create_qp(f, type, f->cq, f->cq, NULL);
	pair->b = create_qp(f, type, f->cq2, f->cq2, NULL);
	connect_qp(pair->a, pair->b->qp_num);
	connect_qp(pair->b, pair->a->qp_num);
}

void destroy_pair(struct pair *pair)
{
	CHECK(ibv_destroy_qp(pair->a) == 0);
	CHECK(ibv_destroy_qp(pair->b) == 0);
}

int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, const struct ibv_mr *mr, void *addr,
	      uint32_t length)
{
	struct ibv_sge sge = { (uintptr_t)addr, length, mr->lkey };
	struct ibv_send_wr *bad;

	wr->sg_list = &sge;
	wr->num_sge = 1;
	return ibv_post_send(qp, wr, &bad);
}

int post_recv(struct ibv_qp *qp, uint64_t wr_id, const struct ibv_mr *mr, void *addr,
	      uint32_t length)
{
	struct ibv_sge sge = { (uintptr_t)addr, length, mr->lkey };
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 }, *bad;

	return ibv_post_recv(qp, &wr, &bad);
}

int post_srq_recv(struct ibv_srq *srq, uint64_t wr_id, const struct ibv_mr *mr, void *addr,
		  uint32_t length)
{
	struct ibv_sge sge = { (uintptr_t)addr, length, mr->lkey };
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 }, *bad;

	return ibv_post_srq_recv(srq, &wr, &bad);
}
