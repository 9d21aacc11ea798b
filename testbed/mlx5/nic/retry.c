/* SPDX-License-Identifier: Apache-2.0 */
#include "retry.h"

#include <time.h>

#include "qp.h"

#define FOREVER UINT64_MAX
#define NSEC_PER_SEC 1000000000ull
#define RNR_UNIT_NSEC 10000u

/* IBTA 9.7.6.1.3: the answer must arrive within 4.096 us * 2^timeout. 0 means no limit. */
#define TIMEOUT_UNIT_NSEC 4096ull

/* IBTA 9.7.5.2.8: this RNR retry count means no limit. The transport retry count has no such value. */
#define RNR_RETRY_INFINITE 7

/* IBTA 9.7.5.2.8, table 45: the times for the codes of an RNR NAK, in units of 10 us. */
static const uint32_t rnr_times[] = {
	65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192,
	256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768,
	49152,
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * NSEC_PER_SEC + (uint64_t)time.tv_nsec;
}

bool retry_is_waiting(const struct qp *qp)
{
	return qp->retry.not_before && now() < qp->retry.not_before;
}

bool retry_is_exhausted(const struct qp *qp)
{
	return qp->retry.unanswered > qp->attr.retry_cnt;
}

void retry_after_silence(struct qp *qp)
{
	uint8_t timeout = qp->attr.timeout;

	qp->retry.unanswered++;
	qp->retry.not_before = timeout ? now() + (TIMEOUT_UNIT_NSEC << timeout) : FOREVER;
}

bool retry_after_rnr(struct qp *qp, uint8_t timer)
{
	if (qp->attr.rnr_retry != RNR_RETRY_INFINITE &&
	    ++qp->retry.rnr_naks > qp->attr.rnr_retry)
		return false;
	qp->retry.unanswered = 0;
	qp->retry.not_before =
		now() + (uint64_t)rnr_times[timer % ARRAY_SIZE(rnr_times)] * RNR_UNIT_NSEC;
	return true;
}

void retry_reset(struct qp *qp)
{
	qp->retry = (struct retry) {};
}
