/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_MW_H
#define FAKEVERBS_MW_H

#include "uobject.h"

struct mr;
struct pd;

/* The memory that a window grants access to. A region cannot be deregistered while bound. */
struct mw_binding {
	struct mr *mr;			/* NULL while it is not bound */
	uint32_t qpn;			/* type 2: the only queue pair that may use it */
	uint32_t access;		/* enum ibv_access_flags */
	uint64_t addr;			/* first byte, as an address in the region */
	uint64_t start;			/* address of this byte in requests */
	uint64_t length;
};

struct mw {
	struct uobject uobj;
	struct pd *pd;
	uint32_t type;			/* enum ibv_mw_type */
	uint32_t key;			/* index and tag, as for regions */
	struct mw_binding binding;
};

/* Return the window with this key, or NULL. The second function ignores the tag. */
struct mw *mw_by_key(uint32_t key);
struct mw *mw_by_index(uint32_t key);

/* Binds the window and sets the tag. An empty binding unbinds it. */
void mw_bind(struct mw *mw, uint8_t tag, const struct mw_binding *binding);

#endif
