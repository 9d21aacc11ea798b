// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.verbena.Device;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsProvider;
import org.verbena.attr.AccessFlag;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimClock;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.DropMessage;
import org.verbena.testing.Faults;
import org.verbena.testing.Simulator;
import org.verbena.testing.VerbsExtension;

/** Tests, some of which run on any device. */
public class DeviceCase {
    /** The provider for the next run; null for the one that a system property selects. */
    public static VerbsProvider provider;

    /** The provider that a test received last. */
    public static VerbsProvider seen;

    @RegisterExtension
    final VerbsExtension verbs = provider == null
            ? new VerbsExtension()
            : VerbsExtension.builder().deviceProvider(provider).build();

    @Test
    void exchanges(ConnectedPair pair, VerbsProvider provider, Device device) {
        seen = provider;
        assertEquals(device, pair.client().context().device());
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(2, pair.client().completion().wrId());
        assertEquals("hello", pair.server().text(pair.server().completion()));
    }

    @Test
    void leaks(ProtectionDomain pd) {
        pd.allocMr(64, AccessFlag.LOCAL_WRITE);
    }

    @Test
    void leavesCompletion(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(2, pair.client().completion().wrId());
    }

    @Test
    @DropMessage
    void hasFault(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(2, pair.client().completion().wrId());
        assertEquals(1, pair.server().completion().wrId());
    }

    @Test
    @Simulator(clock = ClockMode.MANUAL)
    void hasManualClock(Device device) {
        seen = null;
    }

    @Test
    void takesFaults(Faults faults) {
        faults.removeDevice(0);
    }

    /** Tests whose preparation needs the simulator. */
    @Nested
    class Prepared {
        @BeforeEach
        void prepare(SimClock clock) {
            assertEquals(ClockMode.VIRTUAL, clock.mode());
        }

        @Test
        void hasClock(Device device) {
            assertEquals("sim_mlx5_0", device.name());
        }
    }
}
