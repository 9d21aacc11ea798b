/* SPDX-License-Identifier: Apache-2.0 */
/* Which file descriptors of this process are ours, and what stands behind them. */
#ifndef FAKEVERBS_DESCRIPTOR_H
#define FAKEVERBS_DESCRIPTOR_H

#include <stdbool.h>

enum descriptor_kind {
	DESCRIPTOR_FOREIGN,		/* none of our business */
	DESCRIPTOR_COMMAND,		/* an open /dev/infiniband/uverbsN: a struct ucontext */
	DESCRIPTOR_CHANNEL,		/* the reading end of an event queue: a struct channel */
};

/* Asked by every wrapped libc call, so it takes no lock. */
enum descriptor_kind descriptor_kind(int fd);

/* The object behind fd, or NULL if fd is not of that kind. Callers hold the device lock. */
void *descriptor_object(int fd, enum descriptor_kind kind);

/* 0, or -EMFILE for a descriptor beyond the table. */
int descriptor_install(int fd, enum descriptor_kind kind, void *object);

/*
 * Whether this process installed it, rather than inherited it: closing a copy leaves the object
 * alone. A child may even share our memory, between vfork() and exec().
 */
bool descriptor_is_own(int fd);

/* Forgets fd; the caller then closes it for real. */
void descriptor_remove(int fd);

#endif
