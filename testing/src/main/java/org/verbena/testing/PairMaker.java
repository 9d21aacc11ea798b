// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.util.Deque;
import java.util.List;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.connect.Peer;
import org.verbena.connect.PeerPair;

/**
 * Creates connected pairs. Their device contexts close their objects, except engines.
 *
 * @param spec the attributes
 */
record PairMaker(PairSpec spec) {
    private static final int CQE = 4 * PairEnd.DEPTH;

    ConnectedPair pair(ProtectionDomain first, ProtectionDomain second) {
        PairEnd client = end(first);
        PairEnd server = end(second);
        PeerPair peers = Connector.create(spec.connector()).connect(client.qp(), server.qp());
        if (spec.qpType() == QpType.UD) {
            client.target(target(client, peers.ofFirst()));
            server.target(target(server, peers.ofSecond()));
        }
        return new ConnectedPair(client, server);
    }

    private PairEnd end(ProtectionDomain pd) {
        CompletionQueue cq = pd.context().createCq(CqInitAttr.builder().cqe(CQE).build());
        return new PairEnd(pd.createQp(attr(cq)));
    }

    private QpInitAttr attr(CompletionQueue cq) {
        return QpInitAttr.builder()
                .qpType(spec.qpType())
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(PairEnd.DEPTH)
                .maxRecvWr(PairEnd.DEPTH)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
    }

    private PairEnd.Target target(PairEnd end, Peer peer) {
        AddressHandle ah = end.pd().createAh(peer.address());
        return new PairEnd.Target(ah, peer.endpoint().qpNum(), spec.connector().qkey());
    }

    /**
     * Creates a pair whose ends have an engine each.
     *
     * @param closers receives the actions that close the engines with their queue pairs
     */
    List<AsyncQueuePair> asyncPair(ProtectionDomain first, ProtectionDomain second, Deque<Runnable> closers) {
        AsyncQueuePair client = asyncEnd(first, closers);
        AsyncQueuePair server = asyncEnd(second, closers);
        Connector.create(spec.connector()).connect(client.qp(), server.qp());
        return List.of(client, server);
    }

    private AsyncQueuePair asyncEnd(ProtectionDomain pd, Deque<Runnable> closers) {
        ProgressEngine engine = ProgressEngine.create(pd);
        closers.push(engine::close);
        AsyncQueuePair end = engine.attach(pd.createQp(attr(engine.cq())));
        engine.start();
        return end;
    }
}
