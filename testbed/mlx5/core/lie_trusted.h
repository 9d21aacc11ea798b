/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of answers in which the C libraries believe without a check. */
#ifndef FAKEVERBS_LIE_TRUSTED_H
#define FAKEVERBS_LIE_TRUSTED_H

#include "util.h"

/*
 * The bits of the word at this offset that may be wrong: all, unless the C libraries trust the
 * field. Of LIE_STATUS there are none where they trust that what failed is not called a success.
 */
uint32_t lie_doubtful_bits(uint64_t call, uint32_t part, size_t offset);

#endif
