// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.util.List;
import java.util.stream.Stream;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.attr.SendOp;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Capability;

/** The two ways of posting sends. */
public enum PostingStyle {
    /** A batch: {@code ibv_post_send(3)}. */
    BATCH("") {
        @Override
        public EndpointRequest asked(EndpointRequest request, SendOp first, SendOp... others) {
            return request;
        }

        @Override
        public List<Capability> needs(Capability... capabilities) {
            return with(capabilities);
        }

        @Override
        void post(QueuePair qp, List<WorkRequest> requests) {
            int sges = requests.stream().mapToInt(WorkRequest::numSge).max().orElse(0);
            int inline =
                    requests.stream().mapToInt(WorkRequest::inlineLength).max().orElse(0);
            SendBatch batch = qp.context().newSendBatch(requests.size(), sges, inline);
            requests.forEach(request -> request.addTo(batch));
            qp.postSend(batch);
        }
    },

    /** Builders: {@code ibv_wr_start(3)} and related functions. */
    BUILDERS("-WR") {
        @Override
        public EndpointRequest asked(EndpointRequest request, SendOp first, SendOp... others) {
            return request.builders(first, others);
        }

        @Override
        public List<Capability> needs(Capability... capabilities) {
            return with(capabilities, Capability.SEND_OPS);
        }

        @Override
        void post(QueuePair qp, List<WorkRequest> requests) {
            QueuePairEx builders =
                    qp.toQpEx().orElseThrow(() -> new AssertionError("No builders, though they were asked for"));
            builders.wrStart();
            try {
                requests.forEach(request -> request.build(builders, qp.context()));
            } catch (VerbsException e) {
                builders.wrAbort();
                throw e;
            }
            builders.wrComplete();
        }
    };

    private final String suffix;

    PostingStyle(String suffix) {
        this.suffix = suffix;
    }

    /** {@return the suffix of behaviour ids, empty for batches} */
    public String suffix() {
        return suffix;
    }

    /**
     * Adds the requirements of this style to the request for an endpoint.
     *
     * @param request the request
     * @param first an operation
     * @param others further operations
     * @return the request
     */
    public abstract EndpointRequest asked(EndpointRequest request, SendOp first, SendOp... others);

    /**
     * Returns the capabilities that a device needs for this style.
     *
     * @param capabilities the capabilities that it needs with either style
     * @return these, and those of this style
     */
    public abstract List<Capability> needs(Capability... capabilities);

    private static List<Capability> with(Capability[] capabilities, Capability... others) {
        return Stream.of(Stream.of(Capability.CONNECT), Stream.of(capabilities), Stream.of(others))
                .flatMap(part -> part)
                .toList();
    }

    abstract void post(QueuePair qp, List<WorkRequest> requests);
}
