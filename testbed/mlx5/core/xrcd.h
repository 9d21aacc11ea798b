/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XRC domains. A domain without a file belongs to its only handle. A domain with a file is shared
 * by all handles that were opened with a descriptor of the same inode.
 */
#ifndef FAKEVERBS_XRCD_H
#define FAKEVERBS_XRCD_H

#include "uobject.h"

struct xrcd;

/* The program's handle to a domain. Its use count covers the SRQs and QPs created through it. */
struct xrcd_handle {
	struct uobject uobj;
	struct xrcd *xrcd;
};

extern const struct uobject_type xrcd_type;

/* Add and remove a user of the domain itself (ib_xrcd.usecnt). */
void xrcd_use(struct xrcd *xrcd);
void xrcd_unuse(struct xrcd *xrcd);

#endif
