/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a device and creates queue pairs that are connected to each other on its first port. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define PORT 1
#define PSN 0
#define MAX_GIDS 256
#define PAGE 4096
#define NIC_MANUAL 1

void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(1);
}

void check(int status, const char *call)
{
	if (status)
		die("%s: %s", call, strerror(status > 0 ? status : errno));
}

static struct ibv_context *open_by_name(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (struct ibv_device **device = list; device && *device; device++)
		if (!strcmp(ibv_get_device_name(*device), name))
			context = ibv_open_device(*device);
	if (!context)
		die("no device %s", name);
	ibv_free_device_list(list);
	return context;
}

/* Ranks as org.verbena.connect.LocalPort does: RoCEv2 before RoCEv1, then IPv4 before IPv6, then by index. */
static int preference(const struct ibv_gid_entry *entry)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return (entry->gid_type == IBV_GID_TYPE_ROCE_V2 ? 0 : 2) +
	       (memcmp(entry->gid.raw, mapped, sizeof(mapped)) ? 1 : 0);
}

static void choose_gid(struct bench *b)
{
	struct ibv_gid_entry entries[MAX_GIDS];
	ssize_t count = ibv_query_gid_table(b->context, entries, MAX_GIDS, 0);
	int best = 4;

	for (ssize_t i = 0; i < count; i++) {
		if (entries[i].port_num != PORT || preference(&entries[i]) >= best)
			continue;
		best = preference(&entries[i]);
		b->gid = entries[i].gid;
		b->gid_index = (uint8_t)entries[i].gid_index;
	}
	if (best == 4)
		die("port %d has no GID", PORT);
}

/* In the mode FAKEVERBS_NIC_MANUAL of fakeverbs.h, the faked NIC runs only when the program calls it. */
static void choose_nic(struct bench *b)
{
	int (*mode)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "fakeverbs_nic_mode");

	if (mode && mode() == NIC_MANUAL)
		b->progress = (int (*)(uint32_t))dlsym(RTLD_DEFAULT, "fakeverbs_progress_qp");
}

void device_open(struct bench *b)
{
	b->context = open_by_name(b->settings->device);
	check(ibv_query_port(b->context, PORT, &b->port), "ibv_query_port");
	choose_gid(b);
	b->pd = ibv_alloc_pd(b->context);
	check(!b->pd ? -1 : 0, "ibv_alloc_pd");
	choose_nic(b);
}

struct ibv_cq *cq_create(struct bench *b)
{
	struct ibv_cq *cq = ibv_create_cq(b->context, (int)(2 * b->settings->outstanding), NULL, NULL, 0);

	check(!cq ? -1 : 0, "ibv_create_cq");
	return cq;
}

struct ibv_qp *qp_create(struct bench *b, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {
			.max_send_wr = b->settings->outstanding,
			.max_recv_wr = b->settings->outstanding,
			.max_send_sge = 1,
			.max_recv_sge = 1,
			.max_inline_data = INLINE_SIZE,
		},
		.qp_type = IBV_QPT_RC,
	};

	return ibv_create_qp(b->pd, &attr);
}

void qp_to_init(const struct bench *b, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.pkey_index = 0,
		.port_num = PORT,
		.qp_access_flags = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE,
	};

	(void)b;
	check(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	      "ibv_modify_qp to INIT");
}

void qp_to_rtr(const struct bench *b, struct ibv_qp *qp, uint32_t peer)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.ah_attr = {
			.is_global = 1,
			.port_num = PORT,
			.grh = { .dgid = b->gid, .sgid_index = b->gid_index, .hop_limit = 64 },
		},
		.path_mtu = b->port.active_mtu,
		.dest_qp_num = peer,
		.rq_psn = PSN,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
	};

	check(ibv_modify_qp(qp, &attr,
			    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				    IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER),
	      "ibv_modify_qp to RTR");
}

void qp_to_rts(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = PSN,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.max_rd_atomic = 1,
	};

	check(ibv_modify_qp(qp, &attr,
			    IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				    IBV_QP_MAX_QP_RD_ATOMIC),
	      "ibv_modify_qp to RTS");
}

static void endpoint_create(struct bench *b, struct endpoint *end)
{
	end->cq = cq_create(b);
	end->qp = qp_create(b, end->cq);
	check(!end->qp ? -1 : 0, "ibv_create_qp");
	qp_to_init(b, end->qp);
}

void pair_create(struct bench *b)
{
	endpoint_create(b, &b->near);
	endpoint_create(b, &b->far);
	qp_to_rtr(b, b->near.qp, b->far.qp->qp_num);
	qp_to_rtr(b, b->far.qp, b->near.qp->qp_num);
	qp_to_rts(b->near.qp);
	qp_to_rts(b->far.qp);
	b->length = 2 * (size_t)b->settings->size;
	b->memory = aligned_alloc(PAGE, (b->length + PAGE - 1) / PAGE * PAGE);
	memset(b->memory, 0, b->length);
	b->mr = ibv_reg_mr(b->pd, b->memory, b->length, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	check(!b->mr ? -1 : 0, "ibv_reg_mr");
	b->completions = calloc(b->settings->outstanding, sizeof(*b->completions));
}

void writes_prepare(struct bench *b, uint32_t count, bool inlined)
{
	uint32_t size = b->settings->size;

	b->sends = calloc(count, sizeof(*b->sends));
	b->sges = calloc(count, sizeof(*b->sges));
	for (uint32_t i = 0; i < count; i++) {
		b->sges[i] = (struct ibv_sge){
			.addr = (uintptr_t)b->memory,
			.length = size,
			.lkey = b->mr->lkey,
		};
		b->sends[i] = (struct ibv_send_wr){
			.wr_id = i,
			.next = i + 1 < count ? &b->sends[i + 1] : NULL,
			.sg_list = &b->sges[i],
			.num_sge = 1,
			.opcode = IBV_WR_RDMA_WRITE,
			.send_flags = IBV_SEND_SIGNALED | (inlined ? IBV_SEND_INLINE : 0),
			.wr.rdma = { .remote_addr = (uintptr_t)b->memory + size, .rkey = b->mr->rkey },
		};
	}
}
