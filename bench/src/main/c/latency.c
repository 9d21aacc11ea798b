/* SPDX-License-Identifier: Apache-2.0 */
/* Sends one message and one reply. This thread runs both ends, and each polls as a program would. */
#include <stdlib.h>

#include "data_path.h"
#include "measure.h"

static _Thread_local struct ibv_send_wr to_far, to_near;
static _Thread_local struct ibv_recv_wr near_receive, far_receive;
static _Thread_local struct ibv_sge near_sge, far_sge;
static _Thread_local volatile uint8_t *near_last, *far_last;
static _Thread_local uint8_t turn;

static struct ibv_send_wr message(struct bench *b, struct ibv_sge *sge, bool near, enum ibv_wr_opcode opcode)
{
	uint32_t size = b->settings->size;
	uintptr_t near_at = (uintptr_t)b->memory, far_at = near_at + size;

	*sge = (struct ibv_sge){ .addr = near ? near_at : far_at, .length = size, .lkey = b->mr->lkey };
	return (struct ibv_send_wr){
		.sg_list = sge,
		.num_sge = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED | (size <= INLINE_SIZE ? IBV_SEND_INLINE : 0),
		.wr.rdma = { .remote_addr = near ? far_at : near_at, .rkey = b->mr->rkey },
	};
}

static void messages_prepare(struct bench *b, enum ibv_wr_opcode opcode)
{
	pair_create(b);
	to_far = message(b, &near_sge, true, opcode);
	to_near = message(b, &far_sge, false, opcode);
	near_last = b->memory + b->settings->size - 1;
	far_last = near_last + b->settings->size;
}

/* Each side polls its memory for the write, as ib_write_lat does. */
static inline void write_there_and_back(struct bench *b)
{
	turn++;
	*near_last = turn;
	post(&b->near, &to_far);
	while (*far_last != turn)
		;
	turn++;
	*far_last = turn;
	post(&b->far, &to_near);
	while (*near_last != turn)
		;
	await(b, &b->near, 1);
	await(b, &b->far, 1);
}

static inline void post_receive(struct endpoint *end, struct ibv_recv_wr *receive)
{
	struct ibv_recv_wr *bad;

	check(ibv_post_recv(end->qp, receive, &bad), "ibv_post_recv");
}

/* Each side polls the completions of its receive and its send. */
static inline void send_there_and_back(struct bench *b)
{
	post_receive(&b->far, &far_receive);
	post(&b->near, &to_far);
	await(b, &b->far, 1);
	post_receive(&b->near, &near_receive);
	post(&b->far, &to_near);
	await(b, &b->near, 2);
	await(b, &b->far, 1);
}

void ping_run(struct bench *b)
{
	if (is_workload(b, "write-latency")) {
		messages_prepare(b, IBV_WR_RDMA_WRITE);
		measure(b, write_there_and_back, b->measured);
	} else {
		messages_prepare(b, IBV_WR_SEND);
		near_receive = (struct ibv_recv_wr){ .sg_list = &near_sge, .num_sge = 1 };
		far_receive = (struct ibv_recv_wr){ .sg_list = &far_sge, .num_sge = 1 };
		measure(b, send_there_and_back, b->measured);
	}
	b->operations = 2;
}
