// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.attr.QpType;
import org.verbena.provider.sim.SimObjectKind;
import org.verbena.provider.sim.SimProvider;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.DropMessage;
import org.verbena.testing.FailCreate;
import org.verbena.testing.PairAttr;
import org.verbena.testing.Simulator;
import org.verbena.testing.VerbsTest;

/** Tests that request unsupported parameters or settings. */
@VerbsTest
public class UnsupportedCase {
    @Test
    void typeWithoutPair(@PairAttr(qpType = QpType.XRC_SEND) ConnectedPair pair) {}

    @Test
    void pairAttrOfContext(@PairAttr DeviceContext context) {}

    @Test
    @DropMessage(operation = "TELEPATHY")
    void unknownOperation(ConnectedPair pair) {}

    @Test
    @DropMessage(0)
    void messageZero(ConnectedPair pair) {}

    @Test
    @FailCreate(value = SimObjectKind.QP, errno = "EOOPS")
    void unknownErrno(DeviceContext context) {}

    @Test
    @Simulator(devices = 0)
    void noDevice(DeviceContext context) {}

    @Test
    @Simulator(profile = "mlx6")
    void unknownProfile(DeviceContext context) {}

    /** A class that requests a simulator before its first test. */
    @Nested
    class TooEarly {
        @BeforeAll
        static void beforeAll(SimProvider provider) {}

        @Test
        void neverRuns() {}
    }
}
