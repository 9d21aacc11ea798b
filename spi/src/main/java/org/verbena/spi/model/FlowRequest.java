// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.FlowAttr;

/**
 * A request for a flow rule, for {@code ibv_create_flow(3)}.
 *
 * @param qpTypeCode the type of the queue pair, as in C
 * @param attr the rule
 */
public record FlowRequest(int qpTypeCode, FlowAttr attr) {}
