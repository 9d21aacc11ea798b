/* SPDX-License-Identifier: Apache-2.0 */
/* The specifications of a flow rule. */
#ifndef FAKEVERBS_FLOW_SPEC_H
#define FAKEVERBS_FLOW_SPEC_H

#include <stdbool.h>
#include <stdint.h>

struct flow;
struct packet;

/* Returns whether the packet matches all specifications. Tunnels are not supported. */
bool flow_specs_match(const struct flow *flow, const struct packet *packet);

/* Returns whether one of the specifications drops matching packets. */
bool flow_specs_drop(const struct flow *flow);

/* Returns the tag that the rule gives to its packets, or 0. */
uint32_t flow_specs_tag(const struct flow *flow);

#endif
