// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Mtu;
import org.verbena.tck.fixture.Fixture;

/** The objects that all links of a soak test share. */
final class SoakContext {
    /** The requested capacity for inline data. */
    static final int INLINE = 32;

    private static final int QUEUES = 8;
    private static final int QUEUE_DEPTH = 4096;

    final DeviceContext context;
    final ProtectionDomain pd;
    final AhAttr address;
    final AddressHandle handle;
    final Mtu mtu;
    final List<CompletionQueue> cqs = new ArrayList<>();
    final SendBatch sends;
    final RecvBatch receives;
    final SplittableRandom random;
    final Ledger ledger = new Ledger();

    /** The links by the number of the responding queue pair. */
    final Map<Long, Link> responders = new HashMap<>();

    private long bytes;
    private long messages;

    SoakContext(Fixture fixture, long seed) {
        context = fixture.context();
        pd = fixture.pd();
        address = fixture.ownAddress();
        handle = pd.createAh(address);
        mtu = fixture.port().activeMtu();
        for (int i = 0; i < QUEUES; i++) {
            cqs.add(fixture.cq(QUEUE_DEPTH));
        }
        sends = context.newSendBatch(1, 1, INLINE);
        receives = context.newRecvBatch(1, 1);
        random = new SplittableRandom(seed);
    }

    long nextMessage() {
        return ++messages;
    }

    void verified(long count) {
        bytes += count;
    }

    long bytes() {
        return bytes;
    }
}
