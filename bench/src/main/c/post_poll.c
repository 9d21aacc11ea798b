/* SPDX-License-Identifier: Apache-2.0 */
/* Posts RDMA writes as one list and polls until all have completed. Also polls an empty completion queue. */
#include "data_path.h"
#include "measure.h"

static inline void post_and_poll(struct bench *b)
{
	post(&b->near, b->sends);
	if (b->progress)
		b->progress(b->near.qp->qp_num);
	await(b, &b->near, b->settings->outstanding);
}

void post_poll_run(struct bench *b)
{
	pair_create(b);
	writes_prepare(b, b->settings->outstanding, is_workload(b, "post-poll-inline"));
	measure(b, post_and_poll, b->measured);
	b->operations = b->settings->outstanding;
}

static inline void poll_nothing(struct bench *b)
{
	if (ibv_poll_cq(b->near.cq, (int)b->settings->outstanding, b->completions))
		die("ibv_poll_cq found a completion");
}

void empty_poll_run(struct bench *b)
{
	pair_create(b);
	measure(b, poll_nothing, b->measured);
	b->operations = 1;
}
