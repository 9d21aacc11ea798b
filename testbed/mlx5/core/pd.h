/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_PD_H
#define FAKEVERBS_PD_H

#include "uobject.h"

struct pd {
	struct uobject uobj;
};

extern const struct uobject_type pd_type;

#endif
