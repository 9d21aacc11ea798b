/* SPDX-License-Identifier: Apache-2.0 */
/* Packets that wait for a receive entry of a work queue instead of being dropped. */
#ifndef FAKEVERBS_DELAY_DROP_H
#define FAKEVERBS_DELAY_DROP_H

#include <stdbool.h>

struct packet;
struct wq;

/* Returns whether packets are waiting. */
bool delay_drop_is_waiting(const struct wq *wq);

/* Stores a copy of the packet if the queue delays packets and not too many are waiting. */
void delay_drop_add(struct wq *wq, const struct packet *packet);

/* Places packets into receive entries, and drops those that have waited too long. */
void delay_drop_run(struct wq *wq);

void delay_drop_clear(struct wq *wq);

#endif
