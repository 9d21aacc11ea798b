/* SPDX-License-Identifier: Apache-2.0 */
/* Faults that a test injects into calls on the device. */
#ifndef FAKEVERBS_FAULT_H
#define FAKEVERBS_FAULT_H

#include <stdint.h>

/* Makes the n-th call from now fail with a positive errno. 0 cancels the fault. */
void fault_arm(uint64_t nth, int error);

/*
 * Counts a system call on the device: open(), ioctl(), write() or mmap(). Returns 0, or the
 * negative errno with which the call must fail without any effect. The caller holds the device lock.
 */
int fault_count(void);

/* The number of calls so far. */
extern uint64_t fault_calls;

#endif
