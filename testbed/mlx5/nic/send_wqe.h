/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_SEND_WQE_H
#define FAKEVERBS_SEND_WQE_H

#include "memory.h"
#include "route.h"
#include "umr.h"

struct qp;

/* A send work request that was read from its ring. */
struct send_wqe {
	uint8_t opcode;			/* MLX5_OPCODE_* */
	uint16_t counter;		/* identifies the request in its completion */
	uint32_t blocks;		/* size of the entry in units of 64 bytes */
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
	bool checksums;			/* packets: the NIC must write the checksums */
	uint32_t header_length;		/* size of the headers to repeat in each segment */
	uint32_t segment_size;		/* payload of a segment */
	struct pieces data;		/* local memory */
	uint8_t syndrome;		/* MLX5_CQE_SYNDROME_*, 0 if the entry is valid */
};

/* Returns whether the queue contains posted requests. */
bool send_wqe_pending(const struct qp *qp);

/* Reads the next entry of the send queue, which must not be empty. */
void send_wqe_read(const struct qp *qp, struct send_wqe *wqe);

/* Return whether the request is atomic, writes an answer to local memory, or names remote memory. */
bool send_wqe_is_atomic(const struct send_wqe *wqe);
bool send_wqe_has_answer(const struct send_wqe *wqe);
bool send_wqe_has_remote_address(const struct send_wqe *wqe);

/* Return whether the destination is another queue pair, and whether the request is a packet. */
bool send_wqe_is_remote(const struct qp *qp, const struct send_wqe *wqe);
bool send_wqe_is_packet(const struct qp *qp, const struct send_wqe *wqe);

/* Writes the completion of the request. With a syndrome, the request completes in error. */
void send_wqe_complete(const struct qp *qp, const struct send_wqe *wqe, uint32_t byte_count,
		       uint8_t syndrome);

/* Releases the entry of the request in the ring. */
void send_wqe_consume(struct qp *qp, const struct send_wqe *wqe);

#endif
