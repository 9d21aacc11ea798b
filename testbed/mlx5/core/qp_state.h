/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_QP_STATE_H
#define FAKEVERBS_QP_STATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether a queue pair of this type (enum ib_uverbs_qp_type) may go from one state to another
 * (enum ibv_qp_state) with these attributes (enum ibv_qp_attr_mask): ib_modify_qp_is_ok().
 */
bool qp_transition_is_ok(uint32_t type, uint32_t current, uint32_t next, uint32_t mask);

#endif
