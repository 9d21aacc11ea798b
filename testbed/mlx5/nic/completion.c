/* SPDX-License-Identifier: Apache-2.0 */
#include "completion.h"

#include <endian.h>
#include <infiniband/mlx5dv.h>
#include <time.h>

#include "cq.h"
#include "memory.h"
#include "nic.h"
#include "qp_error.h"

/*
 * The doorbell record of a CQ contains the consumer index and the arm record. The program writes the
 * arm record to request an event. It consists of a sequence number, flags and the consumer index.
 */
#define ARM_WORD 1
#define NEVER_ARMED 0xffffffffu
#define ARM_SEQUENCE_SHIFT 28
#define ARM_SOLICITED_ONLY (1u << 24)	/* MLX5_CQ_DB_REQ_NOT_SOL */
#define INDEX_MASK 0xffffffu

#define QPN_MASK 0xffffffu
#define GRH_SHIFT 28
#define L3_TYPE_SHIFT 2
#define VENDOR_SYNDROME 0x88
#define TIMESTAMP_MASK INT64_MAX

static uint64_t timestamp(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc();
#else
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

void completion_serve_arm(struct cq *cq)
{
	struct cq_ring *ring = &cq->ring;
	uint32_t arm, newest, available;
	int sequence;

	if (!cq->channel)
		return;
	arm = read_doorbell(ring->doorbell, ARM_WORD);
	sequence = (int)(arm >> ARM_SEQUENCE_SHIFT);
	if (arm == NEVER_ARMED || sequence == ring->answered_arm)
		return;
	newest = arm & ARM_SOLICITED_ONLY ? ring->solicited : ring->produced;
	available = (newest - arm) & INDEX_MASK;
	if (!available || available > ring->count)
		return;
	ring->answered_arm = sequence;
	cq_completion_event(cq);
}

void completion_write(struct cq *cq, const struct completion *completion)
{
	struct mlx5_cqe64 *cqe = cq_next_cqe(cq);

	if (cq->overrun)
		return;
	if (!cq->ignores_overrun && cq_outstanding(cq) >= cq->ring.count) {
		qp_error_cq_overrun(cq);
		return;
	}
	memset(cqe, 0, offsetof(struct mlx5_cqe64, op_own));
	cqe->srqn_uidx = htobe32(completion->resource);
	cqe->byte_cnt = htobe32(completion->byte_count);
	cqe->imm_inval_pkey = completion->immediate;
	cqe->sop_drop_qpn = htobe32(completion->flow_tag ? completion->flow_tag : completion->qpn);
	cqe->vlan_info = htobe16(completion->vlan_tag);
	cqe->wqe_counter = htobe16(completion->wqe_counter);
	cqe->flags_rqpn = htobe32((completion->source_qpn & QPN_MASK) |
				  (uint32_t)completion->has_grh << GRH_SHIFT);
	if (completion->ipv4_checked) {
		cqe->hds_ip_ext = MLX5_CQE_L3_OK | MLX5_CQE_L4_OK;
		cqe->l4_hdr_type_etc = MLX5_CQE_L3_HDR_TYPE_IPV4 << L3_TYPE_SHIFT;
	}
	cqe->timestamp = htobe64(timestamp() & TIMESTAMP_MASK);
	if (completion->syndrome) {
		struct mlx5_err_cqe *error = (struct mlx5_err_cqe *)cqe;

		error->vendor_err_synd = VENDOR_SYNDROME;
		error->syndrome = completion->syndrome;
	}
	__atomic_store_n(&cqe->op_own, (uint8_t)(completion->opcode << 4 | cq_owner_bit(cq)),
			 __ATOMIC_RELEASE);
	cq->ring.produced++;
	if (completion->solicited || completion->syndrome)
		cq->ring.solicited = cq->ring.produced;
	nic_counters.cqes++;
	completion_serve_arm(cq);
}
