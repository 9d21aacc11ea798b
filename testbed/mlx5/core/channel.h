/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event queues: the asynchronous event file of a context, and completion channels. The program
 * reads its events from a descriptor with plain read() and poll(), so a queue is a socket pair
 * that keeps record boundaries.
 */
#ifndef FAKEVERBS_CHANNEL_H
#define FAKEVERBS_CHANNEL_H

#include "util.h"

struct channel;

/*
 * Makes a queue and stores the descriptor that the program reads from. The queue lives until the
 * program has closed it and no object refers to it. Returns ERR_PTR(-EMFILE) when there is no
 * descriptor left.
 */
struct channel *channel_create(uint32_t owner, int *read_fd);

/* The queue that the program names by descriptor; ERR_PTR(-EBADF) unless it is this owner's. */
struct channel *channel_lookup(int fd, uint32_t owner);

/* A reference; NULL is let through, for objects without a queue. */
struct channel *channel_get(struct channel *channel);
void channel_put(struct channel *channel);

/* The program closed its descriptor: whatever is sent from now on is lost. */
void channel_closed(struct channel *channel);

/* Nothing will be sent any more: what is there can be read, then reading fails with EIO. */
void channels_hang_up(uint32_t owner);

/* False when nobody can read it any more or the queue is full. */
bool channel_send(struct channel *channel, const void *event, size_t size);

/*
 * Withdraws the unread events that begin with this element and returns their number: an object
 * that is destroyed takes its events along (ib_uverbs_release_uevent, ib_uverbs_release_ucq).
 */
unsigned int channel_forget(struct channel *channel, uint64_t element);

#endif
