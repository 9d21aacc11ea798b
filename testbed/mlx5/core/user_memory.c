/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "user_memory.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int user_memory_check(uint64_t addr, uint64_t length)
{
	uint64_t first = addr & ~USER_PAGE_MASK;
	uint64_t end = addr + length + USER_PAGE_MASK;

	if (!length)
		return 0;
	if (addr + length < addr || end < addr)
		return -EINVAL;
	/* msync() walks the mapping without touching it, and fails with ENOMEM if a page is not mapped. */
	if (msync((void *)(uintptr_t)first, (end & ~USER_PAGE_MASK) - first, MS_ASYNC))
		return -EFAULT;
	return 0;
}

void *user_memory_map(size_t length)
{
	/* Uses the system call, because this library wraps mmap(). */
	return (void *)syscall(SYS_mmap, NULL, length, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
