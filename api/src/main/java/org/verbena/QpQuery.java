package org.verbena;

/**
 * What a driver says of a queue pair: the answer of {@code ibv_query_qp(3)}.
 *
 * @param attr the attributes of {@code struct ibv_qp_attr}; its {@link QpAttr#cap()} is what the driver says now
 * @param initAttr the attributes of {@code struct ibv_qp_init_attr} with the objects that the queue pair was created
 *     with; its {@link QpInitAttr#cap()} may differ from the grant
 */
public record QpQuery(QpAttr attr, QpInitAttr initAttr) {}
