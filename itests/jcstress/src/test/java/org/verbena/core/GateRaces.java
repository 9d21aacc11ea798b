// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.verbena.core.observe.ObjectKind;
import org.verbena.itests.jcstress.Outcomes;
import org.verbena.itests.jcstress.StaggeredStart;

/**
 * Tests the memory visibility that gates guarantee. Each thread that enters sees the writes of the previous thread. A
 * plain field represents the memory of the driver. A lost increment proves that two threads were in the gate at the
 * same time.
 */
public final class GateRaces {
    private GateRaces() {}

    /** The gate of a queue, and the driver memory that it protects. */
    private static final class Guarded {
        private final Gate gate = new Gate("queue", "a list");
        private int driver;

        void call() {
            gate.enter("call");
            driver++;
            gate.exit();
        }

        void callTogether() {
            gate.enter("start");
            driver++;
            gate.hold(() -> {});
            driver++;
            gate.enterHeld("complete");
            driver++;
            gate.release();
        }

        void change() {
            gate.enterToChange("change");
            driver++;
            gate.exitControl();
        }

        void destroy() {
            gate.enterToDestroy("destroy");
            driver++;
            gate.close();
        }

        int calls() {
            return driver;
        }
    }

    /** Two threads call the driver. One call follows the other. */
    @JCStressTest
    @Outcome(id = "ENTER, done, done, 2", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @State
    public static class EnterAgainstEnter {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void enter(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(queue::call);
        }

        @Actor
        public void enterToo(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(queue::call);
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "ENTER";
            r.r4 = queue.calls();
        }
    }

    /**
     * One thread calls the driver while another changes the queue. The call may find the gate reserved for the change,
     * and the change may leave it reserved.
     */
    @JCStressTest
    @Outcome(id = "CHANGE, done, done, 4", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @State
    public static class EnterAgainstChange {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void enter(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(() -> {
                queue.call();
                queue.call();
            });
        }

        @Actor
        public void change(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(() -> {
                queue.change();
                queue.change();
            });
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "CHANGE";
            r.r4 = queue.calls();
        }
    }

    /** Two control-path calls wait for the gate at the same time. Both run, and the gate is free afterwards. */
    @JCStressTest
    @Outcome(id = "CHANGES, done, done, 5", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @State
    public static class ChangeAgainstChange {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void change(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(() -> {
                queue.call();
                queue.change();
            });
        }

        @Actor
        public void changeToo(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(() -> {
                queue.call();
                queue.change();
            });
        }

        @Arbiter
        public void look(LLLL_Result r) {
            // A call must find the gate open afterwards.
            queue.call();
            r.r1 = "CHANGES";
            r.r4 = queue.calls();
        }
    }

    /** One thread calls the driver while another waits for a call. The reserved gate admits the next call. */
    @JCStressTest
    @Outcome(id = "AWAIT, done, done, 3", expect = Expect.ACCEPTABLE, desc = "no call is lost, no wait is endless")
    @State
    public static class EnterAgainstAwait {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void enter(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(() -> {
                queue.call();
                queue.call();
            });
        }

        @Actor
        public void await(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(queue.gate::awaitCall);
        }

        @Arbiter
        public void look(LLLL_Result r) {
            queue.call();
            r.r1 = "AWAIT";
            r.r4 = queue.calls();
        }
    }

    /** One thread calls the driver while another destroys the queue. */
    @JCStressTest
    @Outcome(id = "DESTROY, done, done, 2", expect = Expect.ACCEPTABLE, desc = "called before")
    @Outcome(id = "DESTROY, closed, done, 1", expect = Expect.ACCEPTABLE, desc = "rejected after")
    @State
    public static class EnterAgainstDestroy {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void enter(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(queue::call);
        }

        @Actor
        public void destroy(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(queue::destroy);
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "DESTROY";
            r.r4 = queue.calls();
        }
    }

    /** One thread makes several calls that belong together while another destroys the queue. */
    @JCStressTest
    @Outcome(id = "HOLD, done, done, 4", expect = Expect.ACCEPTABLE, desc = "called before")
    @Outcome(id = "HOLD, done, busy, 3", expect = Expect.ACCEPTABLE, desc = "not destroyed between the calls")
    @Outcome(id = "HOLD, closed, done, 1", expect = Expect.ACCEPTABLE, desc = "rejected after")
    @State
    public static class HoldAgainstDestroy {
        private final Guarded queue = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void hold(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(queue::callTogether);
        }

        @Actor
        public void destroy(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(queue::destroy);
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "HOLD";
            r.r4 = queue.calls();
        }
    }

    /**
     * One thread posts a work request that references an object while another destroys the object. The destroy enters
     * no gate.
     */
    @JCStressTest
    @Outcome(id = "CARRY, done, done, alive", expect = Expect.ACCEPTABLE, desc = "posted before")
    @Outcome(id = "CARRY, closed, done, not inspected", expect = Expect.ACCEPTABLE, desc = "rejected after")
    @State
    public static class ReferenceAgainstDestroy {
        private static final ContextId CONTEXT = new ContextId(1, "fake", "device", null);

        private final Gate gate = new Gate("queue", "a post");
        private final InFlightGuard guard = new InFlightGuard("object", new SendGates(List.of(queuePair())));
        private final StaggeredStart meeting = new StaggeredStart();
        private boolean gone;
        private String seen = "not inspected";

        private Resource queuePair() {
            Resource resource = new Resource(CONTEXT, ObjectKind.QP, 1, () -> {});
            resource.sendsThrough(gate);
            return resource;
        }

        @Actor
        public void post(LLLL_Result r) {
            meeting.first();
            r.r2 = Outcomes.of(() -> {
                guard.markReferenced();
                gate.enter("post");
                try {
                    guard.requireUsable("post");
                    seen = gone ? "gone" : "alive";
                } finally {
                    gate.exit();
                }
            });
        }

        @Actor
        public void destroy(LLLL_Result r) {
            meeting.second();
            r.r3 = Outcomes.of(() -> {
                guard.begin();
                gone = true;
            });
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "CARRY";
            r.r4 = seen;
        }
    }
}
