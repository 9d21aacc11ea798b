/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XRC domains. A domain without a file belongs to its one handle; a domain of a file is shared by
 * all handles that were opened with a descriptor of the same inode.
 */
#ifndef FAKEVERBS_XRCD_H
#define FAKEVERBS_XRCD_H

#include "uobject.h"

struct xrcd;

/* What the program holds. Its use count is that of the SRQs and QPs made through it. */
struct xrcd_handle {
	struct uobject uobj;
	struct xrcd *xrcd;
};

extern const struct uobject_type xrcd_type;

/* Counts a real QP or SRQ in the domain itself (ib_xrcd.usecnt). */
void xrcd_use(struct xrcd *xrcd);
void xrcd_unuse(struct xrcd *xrcd);

#endif
