/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_WORK_RING_H
#define FAKEVERBS_WORK_RING_H

#include <stdint.h>

/* A ring of work queue entries in the program's memory. */
struct work_ring {
	uint64_t buf;
	uint32_t count;			/* a power of two; 0 if there is no such queue */
	uint32_t shift;			/* log2 of the entry size */
	uint32_t consumed;		/* number of entries the NIC has consumed, modulo 2^16 */
};

#endif
