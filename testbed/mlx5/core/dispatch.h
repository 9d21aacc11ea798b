/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two doors of a command descriptor. Both take the device lock, and both return 0 or a
 * positive errno, ready for the program to see.
 */
#ifndef FAKEVERBS_DISPATCH_H
#define FAKEVERBS_DISPATCH_H

#include "command.h"

/* ioctl(fd, RDMA_VERBS_IOCTL, header) */
int dispatch_ioctl(int fd, void *header);

/* write(fd, command, size) */
int dispatch_write(int fd, const void *buf, size_t size);

/*
 * Runs one write command under the lock that the caller holds; a negative errno. With split_udata
 * the buffers still hold the core and the driver part together, as the plain format has them.
 */
int dispatch_command(uint32_t number, struct command *cmd, bool split_udata);

/* Commands seen so far, and those among them that nothing here answers. */
extern uint64_t commands_seen, commands_unknown;

#endif
