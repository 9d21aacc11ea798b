/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Falsified answers, which a test requests. The command is executed as usual, then words of its
 * answer are replaced. The caller of each function holds the device lock.
 */
#ifndef FAKEVERBS_LIE_H
#define FAKEVERBS_LIE_H

#include "util.h"

/* The part of an answer that contains a value. Lower numbers are ids of attributes. */
enum lie_part {
	LIE_CORE = 0x10000,		/* struct ib_uverbs_*_resp */
	LIE_DRIVER,			/* struct mlx5_ib_*_resp */
	LIE_STATUS,			/* the result of the call */
	LIE_PARTS,
};

/* The result of lie_status() for a call that fails without setting errno. */
#define LIE_NO_ERRNO (-0x10000)

/* Sets the call to which the next answers belong, a value of LIE_IOCTL or LIE_WRITE. */
void lie_begin(uint64_t call);

#define LIE_IOCTL(object, method) (1ull << 40 | (uint64_t)(object) << 16 | (method))
#define LIE_WRITE(command) (1ull << 41 | (command))

/* May replace words of an answer that was just written. */
void lie_answer(uint32_t part, void *answer, size_t size);

/* May replace the result of a call, which is 0 or a negative errno. */
int lie_status(int ret);

/* Implement fakeverbs_lie() and fakeverbs_lie_at_random(). */
void lie_arm(uint64_t nth, uint32_t way);
void lie_at_random(uint64_t seed, uint32_t one_in);

/* The number of words that could be replaced so far, and of those that were. */
extern uint64_t lie_words, lies_told;

#endif
