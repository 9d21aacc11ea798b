/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that fail because the program's test wants them to. */
#ifndef FAKEVERBS_FAULT_H
#define FAKEVERBS_FAULT_H

#include <stdint.h>

/* Lets the n-th call from now fail with a positive errno; 0 takes that back. */
void fault_arm(uint64_t nth, int error);

/*
 * Counts a system call on the device: open(), ioctl(), write() or mmap(). Returns 0, or the
 * negative errno with which it fails before anything is done. The caller holds the device lock.
 */
int fault_count(void);

/* Calls counted so far. */
extern uint64_t fault_calls;

#endif
