/* SPDX-License-Identifier: Apache-2.0 */
#include "idspace.h"

#include <stdlib.h>

uint32_t idspace_add(struct idspace *ids, void *object)
{
	uint32_t id, tried;

	if (!ids->slots)
		ids->slots = calloc(ids->limit, sizeof(*ids->slots));
	if (!ids->slots)
		return 0;
	for (tried = ids->first; tried < ids->limit; tried++) {
		id = ids->next;
		ids->next = id + 1 < ids->limit ? id + 1 : ids->first;
		if (!ids->slots[id]) {
			ids->slots[id] = object;
			return id;
		}
	}
	return 0;
}

void *idspace_find(const struct idspace *ids, uint32_t id)
{
	return ids->slots && id < ids->limit ? ids->slots[id] : NULL;
}

void idspace_remove(struct idspace *ids, uint32_t id)
{
	if (ids->slots && id < ids->limit)
		ids->slots[id] = NULL;
}
