// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.PortState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.ClockMode;
import org.verbena.provider.sim.SimClock;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimObjectKind;

/** Checks each fault, both by annotation and by API. */
@VerbsTest
class FaultsTest {
    /** Sends three messages, and returns the texts of those that arrive. */
    private static String arrived(ConnectedPair pair) {
        for (int i = 1; i <= 3; i++) {
            pair.server().postRecv(i);
            pair.client().postSend(i, "m" + i);
            assertThat(pair.client().completion().isSuccess()).isTrue();
        }
        StringBuilder arrived = new StringBuilder();
        pair.server().poll().ifPresent(first -> arrived.append(pair.server().text(first)));
        pair.server().poll().ifPresent(next -> arrived.append(pair.server().text(next)));
        pair.server().poll().ifPresent(next -> arrived.append(pair.server().text(next)));
        return arrived.toString();
    }

    @Test
    @DropMessage(2)
    void droppedByAnnotation(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
        assertThat(arrived(pair)).isEqualTo("m1m3");
    }

    @Test
    void droppedByApi(@PairAttr(qpType = QpType.UC) ConnectedPair pair, Faults faults) {
        SimFaults.Injected fault = faults.dropMessage(2);
        assertThat(arrived(pair)).isEqualTo("m1m3");
        assertThat(fault.hits()).isEqualTo(1);
    }

    @Test
    @DropMessage(times = 2)
    void droppedTwice(@PairAttr(qpType = QpType.UD) ConnectedPair pair) {
        assertThat(arrived(pair)).isEqualTo("m3");
    }

    @Test
    @DropMessage(1)
    @DropMessage(2)
    void twoFaults(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
        // The second fault does not count the message that the first one has dropped.
        assertThat(arrived(pair)).isEqualTo("m2");
    }

    @Test
    @CorruptMessage(3)
    void corruptedByAnnotation(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
        assertThat(arrived(pair)).isEqualTo("m1m2");
    }

    @Test
    void corruptedByApi(@PairAttr(qpType = QpType.UC) ConnectedPair pair, Faults faults) {
        faults.corruptMessage(3);
        assertThat(arrived(pair)).isEqualTo("m1m2");
    }

    @Test
    @DuplicateMessage(1)
    void duplicatedByAnnotation(@PairAttr(qpType = QpType.UD) ConnectedPair pair) {
        assertThat(twice(pair)).isEqualTo("aa");
    }

    @Test
    void duplicatedByApi(@PairAttr(qpType = QpType.UD) ConnectedPair pair, Faults faults) {
        faults.duplicateMessage(1);
        assertThat(twice(pair)).isEqualTo("aa");
    }

    private static String twice(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.server().postRecv(1);
        pair.client().postSend(2, "a");
        assertThat(pair.client().completion().isSuccess()).isTrue();
        return pair.server().text(pair.server().completion())
                + pair.server().text(pair.server().completion());
    }

    @Test
    @DelayMessage(millis = 5)
    @Simulator(clock = ClockMode.MANUAL)
    void delayedByAnnotation(@PairAttr(qpType = QpType.UD) ConnectedPair pair, SimClock clock) {
        assertDelay(pair, clock);
    }

    @Test
    @Simulator(clock = ClockMode.MANUAL)
    void delayedByApi(@PairAttr(qpType = QpType.UD) ConnectedPair pair, SimClock clock, Faults faults) {
        faults.delayMessage(1, Duration.ofMillis(5));
        assertDelay(pair, clock);
    }

    private static void assertDelay(ConnectedPair pair, SimClock clock) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "late");
        assertThat(pair.client().completion().isSuccess()).isTrue();
        clock.advance(Duration.ofMillis(5).minusNanos(1));
        assertThat(pair.server().poll()).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(pair.server().text(pair.server().completion())).isEqualTo("late");
    }

    @Test
    @RnrNak(times = 3)
    void rnrByAnnotation(@PairAttr(rnrRetry = 2) ConnectedPair pair) {
        assertThat(send(pair)).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    void rnrByApi(@PairAttr(rnrRetry = 2) ConnectedPair pair, Faults faults) {
        faults.rnrNak(3);
        assertThat(send(pair)).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Test
    @RnrNak(times = 2)
    void rnrWithinTheRetryCount(@PairAttr(rnrRetry = 2) ConnectedPair pair) {
        assertThat(send(pair)).isEqualTo(WcStatus.SUCCESS);
        assertThat(pair.server().completion().isSuccess()).isTrue();
    }

    private static WcStatus send(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        return pair.client().completion().status();
    }

    @Test
    @PortDown(device = 1)
    @Simulator(devices = 2)
    void portDownByAnnotation(DeviceContext first, DeviceContext second) {
        assertThat(first.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
        assertThat(second.queryPort(1).state()).isEqualTo(PortState.DOWN);
    }

    @Test
    void portDownByApi(DeviceContext context, Faults faults) {
        faults.portDown(0, 1);
        assertThat(context.queryPort(1).state()).isEqualTo(PortState.DOWN);
        faults.portUp(0, 1);
        assertThat(context.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    @RemoveDevice
    void removedByAnnotation(DeviceContext context) {
        assertErrno(Errno.EIO, context::allocPd);
    }

    @Test
    void removedByApi(DeviceContext context, Faults faults) {
        faults.removeDevice(0);
        assertErrno(Errno.EIO, context::allocPd);
    }

    @Test
    @FailCreate(SimObjectKind.MR)
    @FailCreate(value = SimObjectKind.PD, nth = 2, errno = "EAGAIN")
    void creationFailsByAnnotation(DeviceContext context, ProtectionDomain pd) {
        assertErrno(Errno.ENOMEM, () -> pd.allocMr(64, AccessFlag.LOCAL_WRITE));
        context.allocPd().close();
        assertErrno(Errno.EAGAIN, context::allocPd);
    }

    @Test
    void creationFailsByApi(ProtectionDomain pd, Faults faults) {
        faults.failCreate(SimObjectKind.MR);
        assertErrno(Errno.ENOMEM, () -> pd.allocMr(64, AccessFlag.LOCAL_WRITE));
    }

    private static void assertErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @Test
    void anyFaultOfTheSimulator(@PairAttr(retryCnt = 0) ConnectedPair pair, Faults faults) {
        faults.inject(SimFault.drop().where(message -> message.operation().equals("ACKNOWLEDGE")));
        assertThat(send(pair)).isEqualTo(WcStatus.RETRY_EXC_ERR);
        assertThat(pair.server().completion().isSuccess())
                .as("the message has arrived")
                .isTrue();
    }

    @Test
    void anInvalidDeviceIsRefused(Faults faults) {
        assertThatThrownBy(() -> faults.removeDevice(1))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("device = 1, limit 0..0");
    }

    /** A class whose faults apply to each of its tests. */
    @Nested
    @DropMessage(2)
    class FaultsOfAClass {
        @Test
        void applyToItsTests(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
            assertThat(arrived(pair)).isEqualTo("m1m3");
        }

        @Test
        @DropMessage(2)
        void addUp(@PairAttr(qpType = QpType.UC) ConnectedPair pair) {
            assertThat(arrived(pair)).isEqualTo("m1");
        }
    }
}
