// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpType;

/** Provides devices and requests that several tests use. */
final class Sims {
    private Sims() {}

    static DeviceContext open(String profile) {
        return open(SimDeviceConfig.of(profile));
    }

    static DeviceContext open(SimDeviceConfig config) {
        return SimProvider.builder().device(config).build().devices().get(0).open();
    }

    static CompletionQueue cq(DeviceContext context) {
        return context.createCq(CqInitAttr.builder().cqe(64).build());
    }

    static QpInitAttr.Builder qp(QpType type, CompletionQueue cq) {
        return QpInitAttr.builder()
                .qpType(type)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxRecvWr(16)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    static XrcdInitAttr file(int fd, int oflags) {
        return XrcdInitAttr.builder().fd(fd).oflags(oflags).build();
    }
}
