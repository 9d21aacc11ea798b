// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A registration in the MBean server of this JVM. Only this class depends on {@code javax.management}. */
final class PlatformRegistration {
    private final MBeanServer server;
    private final ObjectName name;

    private PlatformRegistration(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    static PlatformRegistration of(HandlesMXBean bean) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName(HandlesRegistration.NAME);
            server.registerMBean(bean, name);
            return new PlatformRegistration(server, name);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    "MBean " + HandlesRegistration.NAME + " is already registered in this JVM", e);
        } catch (JMException e) {
            throw new IllegalStateException("MBean " + HandlesRegistration.NAME + " cannot be registered", e);
        }
    }

    void remove() {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            throw new IllegalStateException("MBean " + HandlesRegistration.NAME + " cannot be unregistered", e);
        }
    }
}
