/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One lock guards the command path, the NIC and the descriptor table. It is a spin lock, because a
 * program calls the NIC's progress function on its fast path, which holds the lock for nanoseconds.
 */
#ifndef FAKEVERBS_LOCK_H
#define FAKEVERBS_LOCK_H

void device_lock(void);
void device_unlock(void);

/* Executes the pause instruction of a busy-waiting loop. */
static inline void cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

#endif
