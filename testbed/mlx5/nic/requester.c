/* SPDX-License-Identifier: Apache-2.0 */
#include "requester.h"

#include <infiniband/mlx5dv.h>

#include "datagram.h"
#include "ethernet.h"
#include "nic.h"
#include "qp.h"
#include "qp_error.h"
#include "responder.h"

#define ATOMIC_SIZE sizeof(uint64_t)

/* Returns the type of the peer of a connected queue pair. */
static uint8_t peer_type(const struct qp *qp)
{
	return qp->type == IB_UVERBS_QPT_XRC_INI ? IB_UVERBS_QPT_XRC_TGT : qp->type;
}

/* Returns the peer, or NULL if it does not exist or cannot receive. */
static struct qp *find_peer(const struct qp *qp, const struct send_wqe *wqe)
{
	struct qp *peer = route_is_local(&wqe->route) ? qp_by_number(wqe->route.qpn) : NULL;

	if (!peer || peer->type != peer_type(qp))
		return NULL;
	return peer->state >= IBV_QPS_RTR && peer->state != IBV_QPS_ERR ? peer : NULL;
}

static enum response ask_peer(const struct qp *qp, const struct send_wqe *wqe,
			      struct outcome *outcome)
{
	struct qp *peer = find_peer(qp, wqe);

	if (peer)
		return responder_execute(peer, wqe, outcome);
	return qp->type == IB_UVERBS_QPT_UC ? RESPONSE_DONE : RESPONSE_SILENCE;
}

/* Errors in the memory for an answer are detected when the answer arrives. */
static enum response place_answer(const struct send_wqe *wqe, struct outcome *outcome)
{
	outcome->syndrome = wqe->syndrome;
	if (send_wqe_is_atomic(wqe) && wqe->data.length < ATOMIC_SIZE)
		outcome->syndrome = MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	return outcome->syndrome ? RESPONSE_ERROR : RESPONSE_DONE;
}

static bool can_be_sent(const struct send_wqe *wqe)
{
	return !wqe->syndrome || (send_wqe_has_answer(wqe) &&
				  wqe->syndrome == MLX5_CQE_SYNDROME_LOCAL_PROT_ERR);
}

static enum response execute(struct qp *qp, const struct send_wqe *wqe, struct outcome *outcome)
{
	enum response response;

	if (!can_be_sent(wqe)) {
		outcome->syndrome = wqe->syndrome;
		return RESPONSE_ERROR;
	}
	if (wqe->opcode == MLX5_OPCODE_UMR) {
		outcome->syndrome = umr_execute(qp, &wqe->umr);
		return outcome->syndrome ? RESPONSE_ERROR : RESPONSE_DONE;
	}
	if (send_wqe_is_packet(qp, wqe))
		ethernet_send(qp, wqe);
	if (!send_wqe_is_remote(qp, wqe))
		return RESPONSE_DONE;
	if (qp->type == IB_UVERBS_QPT_UD) {
		datagram_deliver(qp, wqe);
		return RESPONSE_DONE;
	}
	response = ask_peer(qp, wqe, outcome);
	if (response == RESPONSE_DONE && send_wqe_has_answer(wqe))
		return place_answer(wqe, outcome);
	return response;
}

/* Attempts a request once. After RESPONSE_SILENCE and RESPONSE_NOT_READY the caller retries. */
static enum response attempt(struct qp *qp, const struct send_wqe *wqe, struct outcome *outcome)
{
	enum response response;

	if (retry_is_exhausted(qp)) {
		outcome->syndrome = MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR;
		return RESPONSE_ERROR;
	}
	response = execute(qp, wqe, outcome);
	if (response == RESPONSE_SILENCE) {
		retry_after_silence(qp);
	} else if (response == RESPONSE_NOT_READY && !retry_after_rnr(qp, outcome->rnr_timer)) {
		outcome->syndrome = MLX5_CQE_SYNDROME_RNR_RETRY_EXC_ERR;
		return RESPONSE_ERROR;
	}
	return response;
}

/* Executes one request. Returns false if the request must wait. */
static bool run_one(struct qp *qp)
{
	struct outcome outcome = {};
	enum response response;
	struct send_wqe wqe;

	send_wqe_read(qp, &wqe);
	response = attempt(qp, &wqe, &outcome);
	if (response == RESPONSE_SILENCE || response == RESPONSE_NOT_READY)
		return false;
	nic_counters.wqes++;
	retry_reset(qp);
	send_wqe_consume(qp, &wqe);
	if (response == RESPONSE_ERROR || wqe.signaled)
		send_wqe_complete(qp, &wqe, outcome.byte_count, outcome.syndrome);
	if (response == RESPONSE_ERROR)
		qp_error_requester(qp);
	return true;
}

/* The budget bounds how long a queue that the program keeps full can hold the device lock. */
void requester_run(struct qp *qp)
{
	uint32_t budget = qp->sq.count;

	while (budget-- && qp->state == IBV_QPS_RTS && send_wqe_pending(qp) &&
	       !retry_is_waiting(qp))
		if (!run_one(qp))
			return;
}
