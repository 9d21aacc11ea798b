/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_QP_STATE_H
#define FAKEVERBS_QP_STATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Returns whether a queue pair of this type (enum ib_uverbs_qp_type) may change from one state
 * (enum ibv_qp_state) to another with these attributes (enum ibv_qp_attr_mask), as
 * ib_modify_qp_is_ok() does.
 */
bool qp_transition_is_ok(uint32_t type, uint32_t current, uint32_t next, uint32_t mask);

#endif
