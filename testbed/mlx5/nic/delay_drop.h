/* SPDX-License-Identifier: Apache-2.0 */
/* Packets that wait for a receive of a work queue, instead of being lost. */
#ifndef FAKEVERBS_DELAY_DROP_H
#define FAKEVERBS_DELAY_DROP_H

#include <stdbool.h>

struct packet;
struct wq;

/* Whether a packet would have to wait behind others. */
bool delay_drop_is_waiting(const struct wq *wq);

/* Keeps a copy of the packet if the queue delays packets and has a free entry. */
void delay_drop_add(struct wq *wq, const struct packet *packet);

/* Gives packets to receives, and drops those that have waited too long. */
void delay_drop_run(struct wq *wq);

void delay_drop_clear(struct wq *wq);

#endif
