// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.verbena.itests.jcstress.StaggeredStart;

/**
 * Tests races for the ownership of a batch. Two plain fields represent the memory of the batch, and the owner changes
 * both. If a thread finds different values, another thread had access at the same time, or this thread does not see all
 * its changes.
 */
public final class BatchRaces {
    private BatchRaces() {}

    /** The owner of a batch, and the memory that it protects. */
    private static final class Guarded {
        private final BatchOwner owner = new BatchOwner("batch", "post");
        private int first;
        private int second;
        private @Nullable Thread user;

        /** Changes the memory, like a setter and a post. */
        String change() {
            try {
                owner.require();
            } catch (IllegalStateException e) {
                return "refused";
            }
            first++;
            owner.require();
            second++;
            return first == second ? "done" : "torn";
        }

        /**
         * Changes the memory and keeps the batch. jcstress runs the first states on separate threads, which terminate
         * immediately. The other thread then takes over the batch.
         */
        String changeAndKeep() {
            String outcome = change();
            if (!outcome.equals("done")) {
                return outcome;
            }
            Thread former = user;
            user = Thread.currentThread();
            if (former == null) {
                return outcome;
            }
            return former.isAlive() ? "stolen" : "inherited";
        }

        String changeAndRelease() {
            String outcome = change();
            if (outcome.equals("done")) {
                owner.release();
            }
            return outcome;
        }

        String memory() {
            return first + " and " + second;
        }
    }

    /** Two threads use a new batch. */
    @JCStressTest
    @Outcome(id = "KEEP, done, refused, 1 and 1", expect = Expect.ACCEPTABLE, desc = "the first thread owns it")
    @Outcome(id = "KEEP, refused, done, 1 and 1", expect = Expect.ACCEPTABLE, desc = "the second thread owns it")
    @Outcome(
            id = "KEEP, done, inherited, 2 and 2",
            expect = Expect.ACCEPTABLE,
            desc = "the first thread has terminated")
    @Outcome(
            id = "KEEP, inherited, done, 2 and 2",
            expect = Expect.ACCEPTABLE,
            desc = "the second thread has terminated")
    @State
    public static class TakeAgainstTake {
        private final Guarded batch = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void take(LLLL_Result r) {
            meeting.first();
            r.r2 = batch.changeAndKeep();
        }

        @Actor
        public void takeAsWell(LLLL_Result r) {
            meeting.second();
            r.r3 = batch.changeAndKeep();
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "KEEP";
            r.r4 = batch.memory();
        }
    }

    /** Two threads use a batch and release it. */
    @JCStressTest
    @Outcome(id = "PASS, done, done, 2 and 2", expect = Expect.ACCEPTABLE, desc = "one after the other")
    @Outcome(id = "PASS, done, refused, 1 and 1", expect = Expect.ACCEPTABLE, desc = "the second was too early")
    @Outcome(id = "PASS, refused, done, 1 and 1", expect = Expect.ACCEPTABLE, desc = "the first was too early")
    @State
    public static class ReleaseAgainstTake {
        private final Guarded batch = new Guarded();
        private final StaggeredStart meeting = new StaggeredStart();

        @Actor
        public void use(LLLL_Result r) {
            meeting.first();
            r.r2 = batch.changeAndRelease();
        }

        @Actor
        public void useAsWell(LLLL_Result r) {
            meeting.second();
            r.r3 = batch.changeAndRelease();
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r1 = "PASS";
            r.r4 = batch.memory();
        }
    }
}
