/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_STEERING_H
#define FAKEVERBS_STEERING_H

#include <stdbool.h>

struct packet;
struct receiver;

/* Delivers a packet to the queue of the first flow rule that wants it, and to all sniffers. */
void steering_deliver(const struct packet *packet);

/*
 * Puts the packet into the next receive of a queue pair or work queue, as its creation flags say.
 * Returns false if there is no receive.
 */
bool steering_place(const struct receiver *receiver, const struct packet *packet);

#endif
