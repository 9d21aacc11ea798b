/* SPDX-License-Identifier: Apache-2.0 */
#include "delay_drop.h"

#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "packet.h"
#include "receiver.h"
#include "steering.h"
#include "wq.h"

/* hw/mlx5/main.c: MLX5_MAX_DELAY_DROP_TIMEOUT_MS */
#define TIMEOUT_NSEC 100000000ull
#define NSEC_PER_SEC 1000000000ull
#define MAX_PACKETS 64

struct delayed_packet {
	struct delayed_packet *next;
	uint64_t deadline;		/* monotonic nanoseconds */
	struct packet packet;
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * NSEC_PER_SEC + (uint64_t)time.tv_nsec;
}

bool delay_drop_is_waiting(const struct wq *wq)
{
	return wq->delayed;
}

void delay_drop_add(struct wq *wq, const struct packet *packet)
{
	struct delayed_packet **end = &wq->delayed;
	struct delayed_packet *delayed;
	unsigned int count = 0;

	if (!(wq->create_flags & IBV_WQ_FLAGS_DELAY_DROP))
		return;
	for (; *end; end = &(*end)->next)
		count++;
	if (count == MAX_PACKETS)
		return;
	delayed = malloc(sizeof(*delayed));
	if (!delayed)
		return;
	delayed->next = NULL;
	delayed->deadline = now() + TIMEOUT_NSEC;
	delayed->packet = *packet;
	*end = delayed;
}

static void remove_oldest(struct wq *wq)
{
	struct delayed_packet *oldest = wq->delayed;

	wq->delayed = oldest->next;
	free(oldest);
}

void delay_drop_run(struct wq *wq)
{
	struct receiver receiver;

	if (!wq->delayed || wq->state != IBV_WQS_RDY)
		return;
	receiver_of_wq(wq, &receiver);
	while (wq->delayed && steering_place(&receiver, &wq->delayed->packet))
		remove_oldest(wq);
	while (wq->delayed && wq->delayed->deadline <= now())
		remove_oldest(wq);
}

void delay_drop_clear(struct wq *wq)
{
	while (wq->delayed)
		remove_oldest(wq);
}
