/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two system calls that execute commands on a command descriptor. Both take the device lock.
 * Both return 0 or the positive errno for the program.
 */
#ifndef FAKEVERBS_DISPATCH_H
#define FAKEVERBS_DISPATCH_H

#include "command.h"

/* ioctl(fd, RDMA_VERBS_IOCTL, header) */
int dispatch_ioctl(int fd, void *header);

/* write(fd, command, size) */
int dispatch_write(int fd, const void *buf, size_t size);

/*
 * Executes one write command and returns 0 or a negative errno. The caller holds the device lock.
 * If split_udata is set, the buffers contain the core part followed by the driver part, as in the
 * plain format.
 */
int dispatch_command(uint32_t number, struct command *cmd, bool split_udata);

/* The number of commands so far, and of those that are not implemented. */
extern uint64_t commands_seen, commands_unknown;

#endif
