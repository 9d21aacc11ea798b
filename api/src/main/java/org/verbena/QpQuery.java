// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.verbena.attr.QpAttr;

/**
 * The attributes of a queue pair that a driver reports: the result of {@code ibv_query_qp(3)}.
 *
 * @param attr the attributes of {@code struct ibv_qp_attr}; its {@link QpAttr#cap()} contains the capabilities that the
 *     driver reports at the time of the query
 * @param initAttr the attributes of {@code struct ibv_qp_init_attr}, with the objects that the queue pair was created
 *     with; its {@link QpInitAttr#cap()} may differ from the granted capabilities
 */
public record QpQuery(QpAttr attr, QpInitAttr initAttr) {}
