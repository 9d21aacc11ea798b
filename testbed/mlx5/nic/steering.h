/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_STEERING_H
#define FAKEVERBS_STEERING_H

#include <stdbool.h>

struct packet;
struct receiver;

/*
 * Delivers a packet to the queue of the first flow rule that matches it, to those of the rules
 * before it that pass packets on, and to all sniffers.
 */
void steering_deliver(struct packet *packet);

/* Returns whether a rule for sent packets drops the packet. */
bool steering_drops_sent(const struct packet *packet);

/*
 * Places the packet into the next receive entry of a queue pair or work queue. The creation flags
 * control VLAN stripping and the FCS. Returns false if no entry is posted.
 */
bool steering_place(const struct receiver *receiver, const struct packet *packet);

#endif
