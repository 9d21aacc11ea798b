#ifndef FAKEVERBS_STEERING_H
#define FAKEVERBS_STEERING_H

struct packet;

/* Delivers a packet to the queue of the first flow rule that wants it, and to all sniffers. */
void steering_deliver(const struct packet *packet);

#endif
