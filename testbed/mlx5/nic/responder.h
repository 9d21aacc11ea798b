/* SPDX-License-Identifier: Apache-2.0 */
/* Executes requests at the queue pair that receives them. */
#ifndef FAKEVERBS_RESPONDER_H
#define FAKEVERBS_RESPONDER_H

#include "send_wqe.h"

struct qp;

enum response {
	RESPONSE_DONE,			/* executed, or dropped by an unreliable type */
	RESPONSE_SILENCE,		/* no peer answers */
	RESPONSE_NOT_READY,		/* no receive entry: the RNR timer is in the outcome */
	RESPONSE_ERROR,			/* the request fails with the syndrome in the outcome */
};

struct outcome {
	uint8_t syndrome;		/* MLX5_CQE_SYNDROME_* */
	uint8_t rnr_timer;		/* a code */
	uint32_t byte_count;		/* bytes returned to the requester */
};

/* Executes a request of a connected queue pair at its peer. */
enum response responder_execute(struct qp *responder, const struct send_wqe *wqe,
				struct outcome *outcome);

#endif
