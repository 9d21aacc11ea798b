/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

#include <sched.h>
#include <stdatomic.h>

/* After this many failed attempts the holder has probably lost its CPU, so yield this one. */
#define SPINS_BEFORE_YIELD 64

static atomic_flag locked = ATOMIC_FLAG_INIT;

void device_lock(void)
{
	unsigned int spins = 0;

	while (atomic_flag_test_and_set_explicit(&locked, memory_order_acquire)) {
		if (++spins < SPINS_BEFORE_YIELD)
			cpu_relax();
		else
			sched_yield();
	}
}

void device_unlock(void)
{
	atomic_flag_clear_explicit(&locked, memory_order_release);
}
