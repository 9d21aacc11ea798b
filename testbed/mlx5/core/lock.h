/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One lock guards everything: the command path, the NIC and the descriptor table. It spins, because
 * the NIC's progress function is called from the fast path of a program and holds it for
 * nanoseconds.
 */
#ifndef FAKEVERBS_LOCK_H
#define FAKEVERBS_LOCK_H

void device_lock(void);
void device_unlock(void);

/* What a busy-waiting loop does on one turn. */
static inline void cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

#endif
