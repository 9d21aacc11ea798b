#ifndef FAKEVERBS_MR_H
#define FAKEVERBS_MR_H

#include "uobject.h"

struct pd;

struct mr {
	struct uobject uobj;
	struct pd *pd;
	uint32_t key;			/* lkey and rkey alike */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t addr;			/* in the program's address space */
	uint64_t length;
	uint64_t iova;			/* what work requests call addr */
};

/* The region of that key, or NULL. */
struct mr *mr_by_key(uint32_t key);

#endif
