/* SPDX-License-Identifier: Apache-2.0 */
/* The state that the workloads share: an open device and two connected queue pairs on it. */
#ifndef BENCH_H
#define BENCH_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

/* The max_inline_data of each queue pair, in bytes. */
#define INLINE_SIZE 64

struct settings {
	const char *workload;
	const char *device;
	uint32_t size;		/* of a message, in bytes */
	uint32_t outstanding;	/* work requests in flight at once */
	uint32_t live;		/* queue pairs that exist before the measurement */
	uint32_t threads;	/* run the same workload at once, each with its own context and queue pairs */
	uint32_t warmup_ms;
	uint32_t iterations;
	uint32_t iteration_ms;
	uint32_t sampling_ms;
};

struct endpoint {
	struct ibv_qp *qp;
	struct ibv_cq *cq;
};

struct bench {
	const struct settings *settings;
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_port_attr port;
	union ibv_gid gid;
	uint8_t gid_index;
	struct endpoint near;
	struct endpoint far;
	uint8_t *memory;	/* the near side's message, then the far side's */
	size_t length;
	struct ibv_mr *mr;
	struct ibv_send_wr *sends;
	struct ibv_sge *sges;
	struct ibv_wc *completions;
	int (*progress)(uint32_t qp_num);	/* of the faked NIC; NULL if the device needs no call */
	struct connections *connections;	/* of the workload "connect" only */
	struct streams *streams;	/* of the workloads "stream-..." only */
	struct measured *measured;
	uint32_t operations;	/* per call */
};

void device_open(struct bench *b);

/* Creates both endpoints and connects them. */
void pair_create(struct bench *b);

struct ibv_cq *cq_create(struct bench *b);
struct ibv_qp *qp_create(struct bench *b, struct ibv_cq *cq);
void qp_to_init(const struct bench *b, struct ibv_qp *qp);
void qp_to_rtr(const struct bench *b, struct ibv_qp *qp, uint32_t peer);
void qp_to_rts(struct ibv_qp *qp);

/* Prepares a list of signaled RDMA writes from the near side's memory to the far side's. */
void writes_prepare(struct bench *b, uint32_t count, bool inlined);

void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Ends the program if the status of the call is not 0. */
void check(int status, const char *call);

/* The workloads. Each function prepares and measures one. */
void post_poll_run(struct bench *b);
void empty_poll_run(struct bench *b);
void create_qp_run(struct bench *b);
void modify_qp_run(struct bench *b);
void reg_mr_run(struct bench *b);
void ping_run(struct bench *b);
void write_rate_run(struct bench *b);
void connect_run(struct bench *b);
void stream_run(struct bench *b);

static inline bool is_workload(const struct bench *b, const char *name)
{
	return !__builtin_strcmp(b->settings->workload, name);
}

#endif
