/* SPDX-License-Identifier: Apache-2.0 */
/* Checks and maps the program's memory, as the kernel does when it pins pages (ib_umem_get). */
#ifndef FAKEVERBS_USER_MEMORY_H
#define FAKEVERBS_USER_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define USER_PAGE_SIZE 4096ull
#define USER_PAGE_MASK (USER_PAGE_SIZE - 1)

/* Returns 0, -EINVAL if the range wraps around, or -EFAULT if one of its pages is not mapped. */
int user_memory_check(uint64_t addr, uint64_t length);

/* Maps zeroed pages that represent device memory. If it returns MAP_FAILED, errno is set. */
void *user_memory_map(size_t length);

#endif
