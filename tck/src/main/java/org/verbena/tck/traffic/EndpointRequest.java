// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.tck.fixture.Fixture;

/**
 * A mutable request for an {@link Endpoint}. By default it has 16 work requests of 2 elements in each direction, and
 * all access rights.
 */
public final class EndpointRequest {
    private static final int DEPTH = 16;
    private static final int SGES = 2;

    private final Fixture fixture;
    private final QpInitAttr.Builder qp;
    private Flags<AccessFlag> memoryAccess = Memory.ALL;
    private Flags<AccessFlag> qpAccess = Memory.ALL;
    private UnaryOperator<QpAttr.Builder> attributes = UnaryOperator.identity();
    private PostingStyle posting = PostingStyle.BATCH;
    private @Nullable ProtectionDomain pd;

    private EndpointRequest(Fixture fixture, QpInitAttr.Builder qp) {
        this.fixture = fixture;
        this.qp = qp;
    }

    /**
     * Creates the minimal request.
     *
     * @param fixture the device
     * @param type the transport service
     * @return the request
     */
    public static EndpointRequest of(Fixture fixture, QpType type) {
        QpInitAttr.Builder qp = fixture.request(type)
                .sendCq(fixture.cq(2 * DEPTH))
                .maxSendWr(DEPTH)
                .maxSendSge(SGES);
        if (type != QpType.XRC_SEND) {
            qp.recvCq(fixture.cq(2 * DEPTH)).maxRecvWr(DEPTH).maxRecvSge(SGES);
        }
        return new EndpointRequest(fixture, qp);
    }

    /**
     * Changes the request for the queue pair.
     *
     * @param change the change
     * @return this
     */
    public EndpointRequest qp(Consumer<QpInitAttr.Builder> change) {
        change.accept(qp);
        return this;
    }

    /**
     * Sets the size of the completion queues.
     *
     * @param cqe the number of entries of each
     * @return this
     */
    public EndpointRequest completions(int cqe) {
        qp.sendCq(fixture.cq(cqe)).recvCq(fixture.cq(cqe));
        return this;
    }

    /**
     * Sets a shared receive queue.
     *
     * @param srq the shared receive queue
     * @return this
     */
    public EndpointRequest srq(SharedReceiveQueue srq) {
        qp.srq(srq).maxRecvWr(0).maxRecvSge(0);
        return this;
    }

    /**
     * Sets the capacity for inline data.
     *
     * @param bytes the number of bytes
     * @return this
     */
    public EndpointRequest inline(int bytes) {
        qp.maxInlineData(bytes);
        return this;
    }

    /**
     * Uses send builders instead of batches.
     *
     * @param first an operation
     * @param others further operations
     * @return this
     */
    public EndpointRequest builders(SendOp first, SendOp... others) {
        posting = PostingStyle.BUILDERS;
        qp.sendOpsFlags(first, others);
        return this;
    }

    /**
     * Sets a protection domain other than the default of the device.
     *
     * @param domain the domain of queue pair and memory
     * @return this
     */
    public EndpointRequest pd(ProtectionDomain domain) {
        pd = domain;
        return this;
    }

    /**
     * Sets the access rights of the memory.
     *
     * @param access the access rights
     * @return this
     */
    public EndpointRequest memoryAccess(Flags<AccessFlag> access) {
        memoryAccess = access;
        return this;
    }

    /**
     * Sets the access rights of the peer on the queue pair.
     *
     * @param access the access rights
     * @return this
     */
    public EndpointRequest qpAccess(Flags<AccessFlag> access) {
        qpAccess = access;
        return this;
    }

    /**
     * Changes attributes of the connection, for example the retry count.
     *
     * @param values sets the attributes
     * @return this
     */
    public EndpointRequest attributes(UnaryOperator<QpAttr.Builder> values) {
        attributes = values;
        return this;
    }

    /**
     * Reduces the retries to a minimum: one retry, after the shortest timeout that rxe supports. The timeout is 4.096
     * microseconds times 2 to the 8th.
     *
     * @return this
     */
    public EndpointRequest impatient() {
        return attributes(attr -> attr.timeout(8).retryCnt(1));
    }

    /**
     * Creates the endpoint.
     *
     * @return the endpoint, in RESET
     */
    public Endpoint create() {
        ProtectionDomain domain = pd == null ? fixture.pd() : pd;
        QpInitAttr attr = qp.build();
        boolean extended = !attr.compMask().isEmpty();
        return new Endpoint(
                fixture,
                extended ? fixture.context().createQpEx(qp.pd(domain).build()) : domain.createQp(attr),
                Memory.of(domain, memoryAccess),
                posting,
                values -> attributes.apply(values.qpAccessFlags(qpAccess)));
    }
}
