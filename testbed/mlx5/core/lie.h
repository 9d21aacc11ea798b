/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong answers that the program's test asks for. A command is carried out as usual; then words of
 * its answer are replaced. All functions need the device lock.
 */
#ifndef FAKEVERBS_LIE_H
#define FAKEVERBS_LIE_H

#include "util.h"

/* Where in an answer a value stands: below these, the id of an attribute. */
enum lie_part {
	LIE_CORE = 0x10000,		/* struct ib_uverbs_*_resp */
	LIE_DRIVER,			/* struct mlx5_ib_*_resp */
	LIE_STATUS,			/* whether the call has succeeded */
	LIE_PARTS,
};

/* What lie_status() returns for a call that fails and leaves errno 0. */
#define LIE_NO_ERRNO (-0x10000)

/* The call to which the answers that follow belong; see LIE_IOCTL and LIE_WRITE. */
void lie_begin(uint64_t call);

#define LIE_IOCTL(object, method) (1ull << 40 | (uint64_t)(object) << 16 | (method))
#define LIE_WRITE(command) (1ull << 41 | (command))

/* Replaces words of an answer that has just been written. */
void lie_answer(uint32_t part, void *answer, size_t size);

/* Replaces the result of a call, a negative errno or 0. */
int lie_status(int ret);

/* As fakeverbs_lie() and fakeverbs_lie_at_random() say. */
void lie_arm(uint64_t nth, uint32_t way);
void lie_at_random(uint64_t seed, uint32_t one_in);

/* Words that could have been replaced so far, and those that were. */
extern uint64_t lie_words, lies_told;

#endif
