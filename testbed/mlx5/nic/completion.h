/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_COMPLETION_H
#define FAKEVERBS_COMPLETION_H

#include <stdbool.h>
#include <stdint.h>

struct cq;

/* The contents of a CQE. */
struct completion {
	uint8_t opcode;			/* MLX5_CQE_* */
	uint8_t syndrome;		/* MLX5_CQE_SYNDROME_*, with one of the _ERR opcodes */
	uint32_t resource;		/* user index of the QP or SRQ */
	uint32_t qpn;			/* send completions: with the WQE's opcode in the top byte */
	uint16_t wqe_counter;
	uint32_t byte_count;
	uint32_t immediate;		/* big endian, or the invalidated key */
	uint32_t source_qpn;
	bool has_grh;
	bool solicited;			/* the sender requested a solicited event */
	uint16_t vlan_tag;		/* the tag stripped from the packet */
	uint32_t flow_tag;		/* replaces qpn unless 0 */
	bool ipv4_checked;		/* an IPv4 packet with correct checksums */
};

/*
 * Writes a CQE and raises the completion event if the queue is armed for it. If no entry is free,
 * the queue and all queues that use it change to the error state.
 */
void completion_write(struct cq *cq, const struct completion *completion);

/* Raises the completion event if the program has armed the queue and it contains a completion. */
void completion_serve_arm(struct cq *cq);

#endif
