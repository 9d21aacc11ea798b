/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "channel.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "descriptor.h"
#include "list.h"

#define CLOSED (-1)

/* Both kinds of event begin with the element they concern. The asynchronous event is longer. */
#define MAX_EVENT_SIZE 16
#define MAX_QUEUED_EVENTS 1024

struct channel {
	struct list_head node;		/* in channels */
	unsigned int refs;
	uint32_t owner;
	int read_fd;
	int write_fd;
};

struct queued_event {
	size_t size;
	union {
		uint64_t element;
		char bytes[MAX_EVENT_SIZE];
	};
};

static struct list_head channels = LIST_HEAD_INIT(channels);

/* The wrapped close() would acquire the lock that the caller holds. */
static void raw_close(int fd)
{
	syscall(SYS_close, fd);
}

struct channel *channel_create(uint32_t owner, int *read_fd)
{
	struct channel *channel;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return ERR_PTR(-EMFILE);
	channel = calloc(1, sizeof(*channel));
	if (!channel || descriptor_install(ends[0], DESCRIPTOR_CHANNEL, channel)) {
		free(channel);
		raw_close(ends[0]);
		raw_close(ends[1]);
		return ERR_PTR(-EMFILE);
	}
	channel->refs = 1;
	channel->owner = owner;
	channel->read_fd = ends[0];
	channel->write_fd = ends[1];
	list_add(&channel->node, &channels);
	*read_fd = ends[0];
	return channel;
}

struct channel *channel_lookup(int fd, uint32_t owner)
{
	struct channel *channel = descriptor_object(fd, DESCRIPTOR_CHANNEL);

	return channel && channel->owner == owner ? channel : ERR_PTR(-EBADF);
}

struct channel *channel_get(struct channel *channel)
{
	if (channel)
		channel->refs++;
	return channel;
}

void channel_put(struct channel *channel)
{
	if (channel && !--channel->refs) {
		list_del(&channel->node);
		free(channel);
	}
}

static void hang_up(struct channel *channel)
{
	if (channel->write_fd != CLOSED)
		raw_close(channel->write_fd);
	channel->write_fd = CLOSED;
}

void channel_closed(struct channel *channel)
{
	hang_up(channel);
	channel_put(channel);
}

void channels_hang_up(uint32_t owner)
{
	struct channel *channel;

	list_for_each_entry(channel, &channels, node)
		if (channel->owner == owner)
			hang_up(channel);
}

bool channel_send(struct channel *channel, const void *event, size_t size)
{
	if (!channel || channel->write_fd == CLOSED)
		return false;
	return send(channel->write_fd, event, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size;
}

unsigned int channel_forget(struct channel *channel, uint64_t element)
{
	static struct queued_event queue[MAX_QUEUED_EVENTS];
	unsigned int queued = 0, forgotten = 0, i;
	ssize_t size;

	if (!channel || channel->write_fd == CLOSED)
		return 0;
	while (queued < MAX_QUEUED_EVENTS) {
		size = recv(channel->read_fd, queue[queued].bytes, MAX_EVENT_SIZE, MSG_DONTWAIT);
		if (size <= 0)
			break;
		queue[queued++].size = (size_t)size;
	}
	for (i = 0; i < queued; i++) {
		if (queue[i].element == element)
			forgotten++;
		else
			channel_send(channel, queue[i].bytes, queue[i].size);
	}
	return forgotten;
}
