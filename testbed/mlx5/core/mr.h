/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_MR_H
#define FAKEVERBS_MR_H

#include "uobject.h"

struct pd;

struct mr {
	struct uobject uobj;
	struct pd *pd;
	uint32_t key;			/* both lkey and rkey */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t addr;			/* in the program's address space */
	uint64_t length;
	uint64_t iova;			/* the address of addr in work requests */
};

/* The keys of regions and windows consist of an index and, in the low byte, a tag. */
#define KEY_INDEX_SHIFT 8
#define KEY_TAG_MASK 0xffu

/* Returns the region with this key, or NULL. */
struct mr *mr_by_key(uint32_t key);

#endif
