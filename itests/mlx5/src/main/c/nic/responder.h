#ifndef FAKEVERBS_RESPONDER_H
#define FAKEVERBS_RESPONDER_H

#include "send_wqe.h"

struct qp;

enum response {
	RESPONSE_DONE,			/* executed, or dropped as an unreliable type may */
	RESPONSE_LATER,			/* the peer is not ready: try again */
	RESPONSE_ERROR,			/* the request fails with the syndrome in the outcome */
};

struct outcome {
	uint8_t syndrome;		/* MLX5_CQE_SYNDROME_*, for RESPONSE_ERROR */
	uint32_t byte_count;		/* that the requester receives back */
	int completions;		/* written at the responder */
};

/* Executes a request of one queue pair at another one. */
enum response responder_execute(const struct qp *requester, struct qp *responder,
				const struct send_wqe *wqe, struct outcome *outcome);

#endif
