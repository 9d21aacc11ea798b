/* SPDX-License-Identifier: Apache-2.0 */
/* The specifications of a flow rule. */
#ifndef FAKEVERBS_FLOW_SPEC_H
#define FAKEVERBS_FLOW_SPEC_H

#include <stdbool.h>

struct flow;
struct packet;

/* Whether the packet is what all of them ask for; tunnels and the like are not known here. */
bool flow_specs_match(const struct flow *flow, const struct packet *packet);

/* Whether one of them says to drop what matches. */
bool flow_specs_drop(const struct flow *flow);

#endif
