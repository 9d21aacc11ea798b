/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of answers that the C libraries use without a check. */
#ifndef FAKEVERBS_LIE_TRUSTED_H
#define FAKEVERBS_LIE_TRUSTED_H

#include "util.h"

/*
 * Returns the bits of the word at this offset that may be falsified: all, unless the C libraries
 * trust the field. For LIE_STATUS it returns 0 if they rely on the failure of a failed call.
 */
uint32_t lie_doubtful_bits(uint64_t call, uint32_t part, size_t offset);

#endif
