/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event queues: the asynchronous event file of a context, and completion channels. The program
 * reads its events from a descriptor with plain read() and poll(). Therefore a queue is a socket
 * pair that keeps record boundaries.
 */
#ifndef FAKEVERBS_CHANNEL_H
#define FAKEVERBS_CHANNEL_H

#include "util.h"

struct channel;

/*
 * Creates a queue and stores the descriptor that the program reads from. The queue lives until the
 * program has closed it and no object refers to it. Returns ERR_PTR(-EMFILE) if no descriptor is
 * left.
 */
struct channel *channel_create(uint32_t owner, int *read_fd);

/* Returns the queue of a descriptor, or ERR_PTR(-EBADF) if it does not belong to this owner. */
struct channel *channel_lookup(int fd, uint32_t owner);

/* Acquire and release a reference. The argument is NULL for objects without a queue. */
struct channel *channel_get(struct channel *channel);
void channel_put(struct channel *channel);

/* Notes that the program closed its descriptor. Events sent from now on are lost. */
void channel_closed(struct channel *channel);

/* Ends the owner's queues. Queued events can still be read; then read() fails with EIO. */
void channels_hang_up(uint32_t owner);

/* Sends an event. Returns false if the descriptor is closed or the queue is full. */
bool channel_send(struct channel *channel, const void *event, size_t size);

/*
 * Removes the unread events that begin with this element and returns their number. The kernel does
 * so for a destroyed object (ib_uverbs_release_uevent, ib_uverbs_release_ucq).
 */
unsigned int channel_forget(struct channel *channel, uint64_t element);

#endif
