/* SPDX-License-Identifier: Apache-2.0 */
/* Posts RDMA writes at the highest possible rate, with a fixed number in flight. */
#include "data_path.h"
#include "measure.h"

static _Thread_local uint32_t under_way;

static inline void keep_busy(struct bench *b)
{
	post(&b->near, b->sends);
	under_way++;
	if (b->progress)
		b->progress(b->near.qp->qp_num);
	while (under_way == b->settings->outstanding)
		under_way -= poll_once(b, &b->near);
}

void write_rate_run(struct bench *b)
{
	pair_create(b);
	writes_prepare(b, 1, b->settings->size <= INLINE_SIZE);
	measure(b, keep_busy, b->measured);
	b->operations = 1;
}
