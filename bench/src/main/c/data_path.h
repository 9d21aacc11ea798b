/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of the data path's loops. They are inlined. */
#ifndef DATA_PATH_H
#define DATA_PATH_H

#include "bench.h"

static inline void post(struct endpoint *end, struct ibv_send_wr *list)
{
	struct ibv_send_wr *bad;

	check(ibv_post_send(end->qp, list, &bad), "ibv_post_send");
}

/* Polls once and returns the number of completions. Ends the program if one is not a success. */
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

/* Polls until count completions have arrived. */
static inline void await(const struct bench *b, struct endpoint *end, uint32_t count)
{
	while (count)
		count -= poll_once(b, end);
}

#endif
