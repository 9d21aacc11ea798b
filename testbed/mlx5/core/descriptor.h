/* SPDX-License-Identifier: Apache-2.0 */
/* The file descriptors of the device in this process, and the objects they refer to. */
#ifndef FAKEVERBS_DESCRIPTOR_H
#define FAKEVERBS_DESCRIPTOR_H

#include <stdbool.h>

enum descriptor_kind {
	DESCRIPTOR_FOREIGN,		/* not a descriptor of the device */
	DESCRIPTOR_COMMAND,		/* an open /dev/infiniband/uverbsN: a struct ucontext */
	DESCRIPTOR_CHANNEL,		/* the reading end of an event queue: a struct channel */
};

/* Returns the kind of a descriptor. Takes no lock, because every wrapped libc call calls it. */
enum descriptor_kind descriptor_kind(int fd);

/* Returns the object of fd, or NULL if fd is not of that kind. The caller holds the device lock. */
void *descriptor_object(int fd, enum descriptor_kind kind);

/* Registers fd. Returns 0, or -EMFILE if fd is beyond the end of the table. */
int descriptor_install(int fd, enum descriptor_kind kind, void *object);

/*
 * Returns whether this process installed fd. Closing an inherited copy does not affect the object.
 * Between vfork() and exec(), a child even shares the memory of this process.
 */
bool descriptor_is_own(int fd);

/* Removes fd from the table. The caller then closes the real descriptor. */
void descriptor_remove(int fd);

#endif
