// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.Verbs;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;

/**
 * Checks the inventory of an application. This package is outside of org.verbena, because a creation site is never a
 * frame of the library.
 */
class InventoryTest {
    private final Device device = Verbs.provider("sim").devices().get(0);
    private final Logger leaks = Logger.getLogger("org.verbena.leaks");

    @BeforeEach
    void expectLeaks() {
        leaks.setLevel(Level.OFF);
    }

    @AfterEach
    void expectNoMoreLeaks() {
        leaks.setLevel(null);
    }

    @Test
    void handlesAreListedInTheOrderOfCreation() {
        try (DeviceContext context = device.open();
                CompletionQueue cq = cq(context);
                ProtectionDomain pd = context.allocPd();
                QueuePair qp =
                        pd.createQp(QpInitAttr.builder().sendCq(cq).recvCq(cq).build())) {
            List<HandleInfo> handles = ofNewestContext();

            assertThat(handles)
                    .extracting(HandleInfo::kind)
                    .containsExactly("device context", "completion queue", "protection domain", "queue pair");
            assertThat(handles)
                    .extracting(HandleInfo::name)
                    .containsExactly(context.toString(), cq.toString(), pd.toString(), qp.toString());
            assertThat(handles).extracting(HandleInfo::device).containsOnly(device.name());
            assertThat(handles).extracting(HandleInfo::leaked).containsOnly(false);
        }
    }

    @Test
    void theCreationSiteAndTimeOfAHandleAreRecorded() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (DeviceContext context = device.open()) {
            ProtectionDomain pd =
                    Optional.of(context).map(DeviceContext::allocPd).orElseThrow();

            HandleInfo info = ofNewestContext().get(1);

            assertThat(info.name()).isEqualTo(pd.toString());
            assertThat(info.since()).isBetween(before, Instant.now());
            StackTraceElement caller = info.creation().caller().orElseThrow();
            assertThat(caller.getClassName()).isEqualTo(InventoryTest.class.getName());
            assertThat(caller.getMethodName()).isEqualTo("theCreationSiteAndTimeOfAHandleAreRecorded");
            assertThat(info.creation().stack()).contains(caller);
            assertThat(info.creation().stack().get(0).getClassName()).startsWith("org.verbena.core.");
        }
    }

    @Test
    void twoContextsOfADeviceHaveDifferentIds() {
        try (DeviceContext one = device.open();
                DeviceContext other = device.open()) {
            HandleInfo newest = ofNewestContext().get(0);

            assertThat(one).hasToString(other.toString());
            assertThat(Inventory.handles())
                    .filteredOn(info -> info.contextId() == newest.contextId() - 1)
                    .extracting(HandleInfo::name)
                    .containsExactly(newest.name());
        }
    }

    @Test
    void closedHandlesAreNotListed() {
        HandleInfo closed;
        try (DeviceContext context = device.open()) {
            ProtectionDomain pd = context.allocPd();
            pd.close();
            closed = ofNewestContext().get(0);

            assertThat(ofNewestContext()).extracting(HandleInfo::name).containsExactly(context.toString());
        }
        assertThat(Inventory.handles()).doesNotContain(closed);
    }

    @Test
    void anUnreachableHandleIsMarkedAsLeaked() {
        try (DeviceContext context = device.open()) {
            loseCq(context);

            Garbage.collectUntil(() -> ofNewestContext().get(1).leaked());

            HandleInfo leaked = ofNewestContext().get(1);
            assertThat(leaked.kind()).isEqualTo("completion queue");
            assertThat(leaked.creation().caller().orElseThrow().getMethodName()).isEqualTo("cq");
            assertThat(leaked.creation().stack())
                    .extracting(StackTraceElement::getMethodName)
                    .contains("loseCq");
            assertThat(ofNewestContext().get(0).leaked()).isFalse();
        }
    }

    @Test
    void anUnreachableContextIsNotListed() {
        WeakReference<DeviceContext> lost = new WeakReference<>(device.open());
        HandleInfo info = ofNewestContext().get(0);

        Garbage.collectUntil(() -> lost.refersTo(null));

        Garbage.collectUntil(() -> !Inventory.handles().contains(info));
    }

    /** Returns only the newest context, because other tests may have left contexts open. */
    private static List<HandleInfo> ofNewestContext() {
        List<HandleInfo> handles = Inventory.handles();
        long newest = handles.get(handles.size() - 1).contextId();
        return handles.stream().filter(info -> info.contextId() == newest).toList();
    }

    private static CompletionQueue cq(DeviceContext context) {
        return context.createCq(CqInitAttr.builder().cqe(1).build());
    }

    private static void loseCq(DeviceContext context) {
        cq(context);
    }
}
