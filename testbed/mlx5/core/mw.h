/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_MW_H
#define FAKEVERBS_MW_H

#include "uobject.h"

struct mr;
struct pd;

/* What a window opens. Its region cannot go while it is bound. */
struct mw_binding {
	struct mr *mr;			/* NULL while it is not bound */
	uint32_t qpn;			/* of the only queue pair that may use it; type 2 */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t addr;			/* of its first byte, in terms of the region */
	uint64_t start;			/* what requests call this byte */
	uint64_t length;
};

struct mw {
	struct uobject uobj;
	struct pd *pd;
	uint32_t type;			/* enum ibv_mw_type */
	uint32_t key;			/* index and tag, as for regions */
	struct mw_binding binding;
};

/* The window of that key, or NULL. The second one does not look at the tag. */
struct mw *mw_by_key(uint32_t key);
struct mw *mw_by_index(uint32_t key);

/* Binds it with a new tag, or ends the binding with an empty one. */
void mw_bind(struct mw *mw, uint8_t tag, const struct mw_binding *binding);

#endif
