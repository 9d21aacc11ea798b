// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.verbena.attr.Ece;
import org.verbena.attr.Gid;
import org.verbena.cm.ConnParam;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.rocev2.CmMadDecoder;

/** Runs a connection manager without a simulator. Its messages and events are recorded, and tests advance its clock. */
final class Bench implements RequestHandler {
    static final Gid HERE = Gid.parse("0000:0000:0000:0000:0000:ffff:0a00:0001");
    static final Gid THERE = Gid.parse("0000:0000:0000:0000:0000:ffff:0a00:0002");
    static final long SERVICE = 0x106_1C06L;
    static final int QPN = 0x11;
    static final int PSN = 0xABCDEF;

    /** A timer of the clock. */
    private final class TestAlarm implements CmAgent.Alarm {
        private final Runnable action;
        private long due = Long.MAX_VALUE;

        TestAlarm(Runnable action) {
            this.action = action;
            alarms.add(this);
        }

        @Override
        public void set(long millis) {
            due = now + millis;
        }

        @Override
        public void cancel() {
            due = Long.MAX_VALUE;
        }
    }

    /** The only device. */
    final class Device implements CmTransport {
        private final Gid gid;
        private final long guid;

        Device(Gid gid, long guid) {
            this.gid = gid;
            this.guid = guid;
        }

        @Override
        public String name() {
            return "bench";
        }

        @Override
        public long caGuid() {
            return guid;
        }

        @Override
        public int ackDelay() {
            return 15;
        }

        @Override
        public int gidIndex(int portNum, Gid asked) {
            return asked.equals(gid) ? 1 : -1;
        }

        @Override
        public void send(CmAddressVector to, ByteBuffer mad) {
            sent.add(mad);
        }

        @Override
        public void dropped(DropReason reason) {
            throw new AssertionError(reason);
        }
    }

    final Deque<ByteBuffer> sent = new ArrayDeque<>();
    final List<ConnEvent.Type> events = new ArrayList<>();
    final List<IbCmConnection> requests = new ArrayList<>();
    final Device device;
    final CmAgent agent;
    Result result = Result.TAKEN;
    long now;
    private final List<TestAlarm> alarms = new ArrayList<>();

    Bench(Gid gid, long guid, Random random) {
        device = new Device(gid, guid);
        agent = new CmAgent(TestAlarm::new, random, this);
    }

    static Bench create() {
        Bench bench = new Bench(HERE, 0x1111, new Random(1));
        bench.agent.listen(bench.device, SERVICE);
        return bench;
    }

    @Override
    public Result handle(IbCmConnection connection, CmMadDecoder request) {
        requests.add(connection);
        return result;
    }

    @Override
    public void handle(IbCmConnection connection, ConnEvent event) {
        events.add(event.type());
    }

    void receive(ByteBuffer mad) {
        agent.receive(device, 1, device.gid.equals(HERE) ? THERE : HERE, device.gid, mad);
    }

    /** Advances the clock, and runs each timer at its time. */
    void advance(long millis) {
        long end = now + millis;
        while (true) {
            TestAlarm next = null;
            for (TestAlarm alarm : alarms) {
                if (alarm.due <= end && (next == null || alarm.due < next.due)) {
                    next = alarm;
                }
            }
            if (next == null) {
                now = end;
                return;
            }
            now = next.due;
            next.due = Long.MAX_VALUE;
            next.action.run();
        }
    }

    boolean awaitsTimer() {
        return alarms.stream().anyMatch(alarm -> alarm.due != Long.MAX_VALUE);
    }

    CmAddressVector route() {
        Gid peer = device.gid.equals(HERE) ? THERE : HERE;
        return new CmAddressVector(1, 1, CmAddressVector.path(device.gid, peer, 7, 64, 0, 0, 3, 16));
    }

    static RequestParam param() {
        ConnParam conn = ConnParam.builder()
                .qpNum(QPN)
                .responderResources(3)
                .initiatorDepth(2)
                .build();
        return new RequestParam(conn, PSN, Ece.NONE, ByteBuffer.allocate(0));
    }

    static SidrReply service() {
        return new SidrReply(SidrReply.VALID, QPN, 1, Ece.NONE, ByteBuffer.allocate(0));
    }
}
