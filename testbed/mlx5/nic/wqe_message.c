/* SPDX-License-Identifier: Apache-2.0 */
#include "wqe_message.h"

#include <infiniband/mlx5dv.h>

#include "packet.h"
#include "send_wqe.h"
#include "wqe_cursor.h"

#define NUMBER_MASK 0xffffffu
#define INLINE_LENGTH_MASK 0x3fffffffu

/* log_max_msg, which the driver writes into each queue pair's context */
#define MAX_MESSAGE_LENGTH (1u << 30)

/* Reads the destination of the request, from a segment if the type has one. */
static void read_destination(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_datagram_seg *datagram;

	if (qp->type == IB_UVERBS_QPT_UD) {
		datagram = wqe_cursor_at(cursor);
		route_of_datagram(&datagram->av, &wqe->route);
		wqe_cursor_skip(cursor, sizeof(*datagram));
		return;
	}
	route_of_connection(qp, &wqe->route);
	if (qp->type == IB_UVERBS_QPT_XRC_INI) {
		wqe->srqn = be32toh(*(const uint32_t *)wqe_cursor_at(cursor)) & NUMBER_MASK;
		wqe_cursor_skip(cursor, SEGMENT_SIZE);
	}
}

static void read_remote_address(struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_raddr_seg *remote = wqe_cursor_at(cursor);
	const struct mlx5_wqe_atomic_seg *atomic;

	wqe->remote_addr = be64toh(remote->raddr);
	wqe->rkey = be32toh(remote->rkey);
	wqe_cursor_skip(cursor, sizeof(*remote));
	if (send_wqe_is_atomic(wqe)) {
		atomic = wqe_cursor_at(cursor);
		wqe->swap_add = be64toh(atomic->swap_add);
		wqe->compare = be64toh(atomic->compare);
		wqe_cursor_skip(cursor, sizeof(*atomic));
	}
}

/* Reads data in the entry, offset bytes from here. It may wrap to the start of the ring. */
static void read_bytes(struct wqe_cursor *cursor, struct send_wqe *wqe, uint64_t offset,
		       uint64_t length)
{
	uint64_t begin = cursor->pos + offset;
	uint64_t before_end;

	length = min_u64(length, cursor->segments * SEGMENT_SIZE - offset);
	before_end = min_u64(length, wqe_ring_end(cursor->ring) - begin);
	pieces_add(&wqe->data, (void *)(uintptr_t)begin, before_end);
	pieces_add(&wqe->data, (void *)(uintptr_t)cursor->ring->buf, length - before_end);
	wqe_cursor_skip(cursor, offset + length);
}

/* Reads inline data, which follows its length. */
static void read_inline(struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	uint32_t header = be32toh(*(const uint32_t *)wqe_cursor_at(cursor));

	read_bytes(cursor, wqe, sizeof(header), header & INLINE_LENGTH_MASK);
}

static void read_data_segment(const struct qp *qp, struct wqe_cursor *cursor,
			      struct send_wqe *wqe)
{
	const struct mlx5_wqe_data_seg *segment = wqe_cursor_at(cursor);
	uint32_t access = send_wqe_has_answer(wqe) ? IBV_ACCESS_LOCAL_WRITE : 0;
	uint32_t length = be32toh(segment->byte_count);
	void *addr;

	wqe_cursor_skip(cursor, sizeof(*segment));
	if (!length)
		return;
	addr = memory_local(qp->pd, be32toh(segment->lkey), be64toh(segment->addr), length,
			    access);
	if (!addr)
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	pieces_add(&wqe->data, addr, length);
}

/* The length is valid even if the memory is not, because the peer may reject the request first. */
static void read_data(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	while (cursor->segments) {
		if (!(be32toh(*(const uint32_t *)wqe_cursor_at(cursor)) & MLX5_INLINE_SEG)) {
			read_data_segment(qp, cursor, wqe);
		} else if (send_wqe_has_answer(wqe)) {
			wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
			break;
		} else {
			read_inline(cursor, wqe);
		}
	}
	if (wqe->syndrome)
		wqe->data.count = 0;
}

static uint32_t max_length(const struct qp *qp, const struct send_wqe *wqe)
{
	if (qp->type == IB_UVERBS_QPT_UD)
		return port_mtu();
	if (qp->type == IB_UVERBS_QPT_RAW_PACKET && wqe->opcode == MLX5_OPCODE_SEND)
		return MAX_PACKET_SIZE;
	return MAX_MESSAGE_LENGTH;
}

/* Reads the segment before a packet, and the inline bytes at the start of the packet. */
static void read_ethernet(struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	const struct mlx5_wqe_eth_seg *ethernet = wqe_cursor_at(cursor);

	wqe->checksums = ethernet->cs_flags & (MLX5_ETH_WQE_L3_CSUM | MLX5_ETH_WQE_L4_CSUM);
	wqe->header_length = be16toh(ethernet->inline_hdr_sz);
	wqe->segment_size = be16toh(ethernet->mss);
	read_bytes(cursor, wqe, offsetof(struct mlx5_wqe_eth_seg, inline_hdr_start),
		   wqe->header_length);
}

/* Returns whether the segments are not empty and this port can send their packets. */
static bool can_be_segmented(const struct send_wqe *wqe)
{
	return wqe->segment_size && wqe->header_length <= wqe->data.length &&
	       wqe->header_length + wqe->segment_size <= MAX_PACKET_SIZE;
}

void wqe_message_read(const struct qp *qp, struct wqe_cursor *cursor, struct send_wqe *wqe)
{
	if (send_wqe_is_packet(qp, wqe))
		read_ethernet(cursor, wqe);
	else
		read_destination(qp, cursor, wqe);
	if (send_wqe_has_remote_address(wqe))
		read_remote_address(cursor, wqe);
	read_data(qp, cursor, wqe);
	if (wqe->syndrome)
		return;
	if (wqe->data.length > max_length(qp, wqe))
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	else if (wqe->opcode == MLX5_OPCODE_TSO && !can_be_segmented(wqe))
		wqe->syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
}
