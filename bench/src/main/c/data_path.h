/* SPDX-License-Identifier: Apache-2.0 */
/* What the loops of the data path do, inlined into them. */
#ifndef DATA_PATH_H
#define DATA_PATH_H

#include "bench.h"

static inline void post(struct endpoint *end, struct ibv_send_wr *list)
{
	struct ibv_send_wr *bad;

	check(ibv_post_send(end->qp, list, &bad), "ibv_post_send");
}

/* Polls once; what is there must be successes. */
static inline uint32_t poll_once(const struct bench *b, struct endpoint *end)
{
	int polled = ibv_poll_cq(end->cq, (int)b->settings->outstanding, b->completions);

	if (polled < 0)
		die("ibv_poll_cq: %d", polled);
	for (int i = 0; i < polled; i++)
		if (b->completions[i].status != IBV_WC_SUCCESS)
			die("completion: %s", ibv_wc_status_str(b->completions[i].status));
	return (uint32_t)polled;
}

/* Polls until so many completions are there. */
static inline void await(const struct bench *b, struct endpoint *end, uint32_t count)
{
	while (count)
		count -= poll_once(b, end);
}

#endif
