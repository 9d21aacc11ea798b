/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#define DESCRIPTORS 65536

struct descriptor {
	_Atomic unsigned char kind;
	pid_t owner;
	void *object;
};

static struct descriptor table[DESCRIPTORS];

enum descriptor_kind descriptor_kind(int fd)
{
	if ((unsigned int)fd >= DESCRIPTORS)
		return DESCRIPTOR_FOREIGN;
	return atomic_load_explicit(&table[fd].kind, memory_order_relaxed);
}

void *descriptor_object(int fd, enum descriptor_kind kind)
{
	return descriptor_kind(fd) == kind ? table[fd].object : NULL;
}

int descriptor_install(int fd, enum descriptor_kind kind, void *object)
{
	if ((unsigned int)fd >= DESCRIPTORS)
		return -EMFILE;
	table[fd].object = object;
	table[fd].owner = getpid();
	table[fd].kind = kind;
	return 0;
}

bool descriptor_is_own(int fd)
{
	return table[fd].owner == getpid();
}

void descriptor_remove(int fd)
{
	table[fd].kind = DESCRIPTOR_FOREIGN;
	table[fd].object = NULL;
}
