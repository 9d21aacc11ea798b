/* SPDX-License-Identifier: Apache-2.0 */
/* The helper functions of the kernel that this code uses. */
#ifndef FAKEVERBS_UTIL_H
#define FAKEVERBS_UTIL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define offsetofend(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

#define MAX_ERRNO 4095

/* Encodes a negative errno in a pointer, as in include/linux/err.h. */
static inline void *ERR_PTR(long error)
{
	return (void *)error;
}

static inline long PTR_ERR(const void *ptr)
{
	return (long)ptr;
}

static inline bool IS_ERR(const void *ptr)
{
	return (uintptr_t)ptr >= (uintptr_t)-MAX_ERRNO;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline bool is_power_of_2(uint64_t n)
{
	return n && !(n & (n - 1));
}

/* Returns the smallest power of two that is not less than n, and 1 for 0. */
static inline uint64_t roundup_pow_of_two(uint64_t n)
{
	uint64_t power = 1;

	while (power < n)
		power <<= 1;
	return power;
}

/* floor(log2(n)); n must not be 0. */
static inline unsigned int ilog2(uint64_t n)
{
	return 63 - __builtin_clzll(n);
}

#endif
