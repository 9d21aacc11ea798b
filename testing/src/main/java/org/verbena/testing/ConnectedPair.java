// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

/**
 * Two connected queue pairs of type RC, UC or UD. The client belongs to the first device context of the test, the
 * server to the second one. {@link PairAttr} selects the attributes.
 */
public final class ConnectedPair {
    private final PairEnd client;
    private final PairEnd server;

    ConnectedPair(PairEnd client, PairEnd server) {
        this.client = client;
        this.server = server;
    }

    /** Returns the first end. */
    public PairEnd client() {
        return client;
    }

    /** Returns the second end. */
    public PairEnd server() {
        return server;
    }
}
