// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.Verbs;
import org.verbena.core.observe.HandlesMXBean;
import org.verbena.core.observe.HandlesRegistration;
import org.verbena.core.observe.LiveHandle;

/** Checks the inventory through JMX. The inventory may contain contexts that other tests have leaked. */
class HandlesMXBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name = name();
    private final HandlesRegistration registration = HandlesRegistration.register();
    private final HandlesMXBean bean = JMX.newMXBeanProxy(server, name, HandlesMXBean.class);
    private final DeviceContext context = Verbs.provider("sim").devices().get(0).open();

    @AfterEach
    void close() {
        context.close();
        registration.close();
    }

    @Test
    void closingTheRegistrationUnregistersTheMXBean() {
        assertThat(server.isRegistered(name)).isTrue();

        registration.close();

        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void onlyOneRegistrationCanExist() {
        assertThatIllegalStateException()
                .isThrownBy(HandlesRegistration::register)
                .withMessage("MBean org.verbena:type=Handles is already registered in this JVM");

        registration.close();

        HandlesRegistration another = HandlesRegistration.register();
        registration.close();
        assertThat(server.isRegistered(name)).isTrue();
        another.close();
    }

    @Test
    void handlesAreReadableAsCompositeData() throws Exception {
        ProtectionDomain pd = context.allocPd();

        CompositeData[] handles = (CompositeData[]) server.getAttribute(name, "Handles");

        CompositeData newest = handles[handles.length - 1];
        assertThat(newest.get("name")).isEqualTo(pd.toString());
        assertThat(newest.get("kind")).isEqualTo("protection domain");
        assertThat(newest.get("leaked")).isEqualTo(false);
    }

    @Test
    void handlesAreReadableThroughAProxy() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        ProtectionDomain pd = context.allocPd();

        LiveHandle handle = newest();

        assertThat(handle.getName()).isEqualTo(pd.toString());
        assertThat(handle.getDevice()).isEqualTo(context.device().name());
        assertThat(Instant.parse(handle.getSince())).isBetween(before, Instant.now());
        assertThat(handle.getCreatedBy()).contains("handlesAreReadableThroughAProxy(HandlesMXBeanTest.java:");
        assertThat(bean.creationStack(handle.getContextId(), handle.getName())).contains(handle.getCreatedBy());
        pd.close();
        assertThat(bean.creationStack(handle.getContextId(), handle.getName())).isEmpty();
    }

    @Test
    void handlesAreCountedByKind() {
        int pds = bean.getCountByKind().getOrDefault("protection domain", 0);

        List<ProtectionDomain> held = List.of(context.allocPd(), context.allocPd());

        assertThat(bean.getCountByKind()).containsEntry("protection domain", pds + held.size());
        assertThat(bean.getCount()).isEqualTo(bean.getHandles().size());
    }

    @Test
    void leakedHandlesAreCountedSeparately() {
        Logger leaks = Logger.getLogger("org.verbena.leaks");
        leaks.setLevel(Level.OFF);
        try {
            context.allocPd();
            Garbage.collectUntil(() -> newest().isLeaked());

            assertThat(bean.getLeakedCount()).isPositive();
        } finally {
            leaks.setLevel(null);
        }
    }

    private static ObjectName name() {
        try {
            return new ObjectName("org.verbena:type=Handles");
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    private LiveHandle newest() {
        List<LiveHandle> handles = bean.getHandles();
        return handles.get(handles.size() - 1);
    }
}
