/* SPDX-License-Identifier: Apache-2.0 */
/* The program's memory, as the kernel would see it when it pins pages (ib_umem_get). */
#ifndef FAKEVERBS_USER_MEMORY_H
#define FAKEVERBS_USER_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define USER_PAGE_SIZE 4096ull
#define USER_PAGE_MASK (USER_PAGE_SIZE - 1)

/* 0, -EINVAL when the range wraps around, or -EFAULT when a page of it is not mapped. */
int user_memory_check(uint64_t addr, uint64_t length);

/* Zeroed pages that stand for device memory; MAP_FAILED sets errno. */
void *user_memory_map(size_t length);

#endif
