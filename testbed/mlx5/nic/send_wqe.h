/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_SEND_WQE_H
#define FAKEVERBS_SEND_WQE_H

#include "memory.h"
#include "route.h"
#include "umr.h"

struct qp;

/* A send work request, as read from its ring. */
struct send_wqe {
	uint8_t opcode;			/* MLX5_OPCODE_* */
	uint16_t counter;		/* names it in its completion */
	uint32_t blocks;		/* 64-byte units it takes up */
	bool signaled;
	bool solicited;
	uint32_t immediate;		/* big endian */
	struct route route;
	uint32_t srqn;			/* XRC only */
	uint64_t remote_addr;
	uint32_t rkey;
	uint64_t swap_add;
	uint64_t compare;
	struct umr umr;
	bool checksums;			/* packets: to be written on the way out */
	uint32_t header_length;		/* of the data; the headers to repeat in each segment */
	uint32_t segment_size;		/* payload of one */
	struct pieces data;		/* local memory */
	uint8_t syndrome;		/* MLX5_CQE_SYNDROME_*, 0 if all is well here */
};

/* Whether anything is posted that has not been consumed. */
bool send_wqe_pending(const struct qp *qp);

/* Reads the next entry of the send queue, which must not be empty. */
void send_wqe_read(const struct qp *qp, struct send_wqe *wqe);

/* Whether the request is atomic, has an answer for local memory, or names remote memory. */
bool send_wqe_is_atomic(const struct send_wqe *wqe);
bool send_wqe_has_answer(const struct send_wqe *wqe);
bool send_wqe_has_remote_address(const struct send_wqe *wqe);

/* Whether the request goes to another queue pair, or is a packet. */
bool send_wqe_is_remote(const struct qp *qp, const struct send_wqe *wqe);
bool send_wqe_is_packet(const struct qp *qp, const struct send_wqe *wqe);

/* Writes its completion: an error one if there is a syndrome. */
void send_wqe_complete(const struct qp *qp, const struct send_wqe *wqe, uint32_t byte_count,
		       uint8_t syndrome);

/* Gives its place in the ring back. */
void send_wqe_consume(struct qp *qp, const struct send_wqe *wqe);

#endif
