// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import java.util.List;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;

/** Behaviours that run once for each posting style. */
abstract class ByPosting implements DataPathBehaviours {
    private final PostingStyle posting;
    private final List<Capability> needs;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     * @param capabilities the capabilities that they need with either style
     */
    ByPosting(PostingStyle posting, Capability... capabilities) {
        this.posting = posting;
        this.needs = posting.needs(capabilities);
    }

    @Override
    public final String suffix() {
        return posting.suffix();
    }

    @Override
    public final List<Capability> needs() {
        return needs;
    }

    /** Returns a request for an endpoint that can post some operations with this style. */
    final EndpointRequest asked(EndpointRequest request, SendOp first, SendOp... others) {
        return posting.asked(request, first, others);
    }

    /** Returns a pair whose requester can post some operations with this style. */
    final QpPair pair(Fixture fixture, QpType type, SendOp first, SendOp... others) {
        return QpPair.of(fixture, type, request -> asked(request, first, others));
    }
}
