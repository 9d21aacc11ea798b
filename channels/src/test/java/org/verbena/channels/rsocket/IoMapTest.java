// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps memory at one end of an in-memory connection, and checks the entries that arrive at the other end. */
class IoMapTest {
    private static final int CREDITS = 16;
    private static final IoRange RANGE = new IoRange(1000, 0xFFFF_FFFF_FFFF_FF00L, 0xFFFF_FFFFL, 100);

    private final Station a = new Station(32, 4096, CREDITS, 8192);
    private final Station b = new Station(32, 4096, CREDITS, 8192);

    IoMapTest() {
        Station.connect(a, b);
    }

    private void announce(IoRange range) throws ProtocolException {
        assertThat(a.rsocket.peerIoMap().add(range)).isTrue();
        a.entries();
        a.deliver(b);
        a.acknowledge();
    }

    private IoRange find(long offset) {
        return b.rsocket.ioMap().find(offset);
    }

    @Test
    void anEntryIsFoundByItsOffsets() throws Exception {
        announce(RANGE);

        assertThat(find(1000)).isEqualTo(RANGE);
        assertThat(find(1099)).isEqualTo(RANGE);
        assertThat(find(999)).isNull();
        assertThat(find(1100)).isNull();
        assertThat(b.rsocket.ioMap()).hasToString("1000..1099");
    }

    @Test
    void aFreeEntryIsUsedAgain() throws Exception {
        IoRange other = new IoRange(0, 0x2000, 6, 10);
        IoRange third = new IoRange(500, 0x3000, 7, 10);
        announce(RANGE);
        announce(other);
        assertThat(a.rsocket.peerIoMap().add(third))
                .as("more than %s entries", Station.IO_MAP)
                .isFalse();

        a.rsocket.peerIoMap().remove(RANGE);
        announce(third);

        assertThat(find(1000)).isNull();
        assertThat(find(505)).isEqualTo(third);
        assertThat(find(5)).isEqualTo(other);
    }

    @Test
    void anEntryThatIsFreedBeforeItsMessageIsNotSent() throws Exception {
        a.rsocket.peerIoMap().add(RANGE);
        a.rsocket.peerIoMap().remove(RANGE);
        a.entries();

        assertThat(a.inFlight()).isZero();
        assertThat(a.rsocket.isEntryWaiting()).isFalse();
    }

    @Test
    void theBytesOfTheStreamWaitForAnEntry() throws Exception {
        for (int i = 0; i < CREDITS; i++) {
            assertThat(a.write(new byte[1], 0, 1)).isOne();
        }
        a.rsocket.peerIoMap().add(RANGE);
        a.entries();
        assertThat(a.inFlight()).as("without a credit").isEqualTo(CREDITS);
        assertThat(a.rsocket.ioSendable(1, 0)).isZero();
        assertThat(a.rsocket.isIoWritable()).isFalse();

        while (a.deliver(b)) {
            a.acknowledge();
        }
        b.read(new byte[CREDITS], 0, CREDITS);
        b.control();
        b.deliver(a);
        assertThat(a.write(new byte[1], 0, 1)).as("before the entry").isZero();
        a.entries();

        assertThat(a.write(new byte[1], 0, 1)).isOne();
        a.deliver(b);
        assertThat(find(1000)).isEqualTo(RANGE);
    }

    /** A sender uses a credit for each entry, and the receiver gives the credit back. */
    @Test
    void entriesGiveTheirCreditsBack() throws Exception {
        for (int i = 0; i < 10 * CREDITS; i++) {
            announce(RANGE);
            a.rsocket.peerIoMap().remove(RANGE);
            b.control();
            b.deliver(a);
            b.acknowledge();
        }
        assertThat(a.rsocket.isWritable()).isTrue();
        assertThat(b.rsocket.in().readable()).isZero();
    }

    @Test
    void aWriteIntoMappedMemoryNeedsNoCredit() throws Exception {
        while (a.write(new byte[1], 0, 1) > 0) {}
        assertThat(a.rsocket.isWritable()).isFalse();

        assertThat(a.rsocket.ioSendable(100_000, 0)).isEqualTo(2048);
        a.rsocket.out().ioSending(2048);
        a.rsocket.out().ioSending(4096 - 2048 - CREDITS);
        assertThat(a.rsocket.ioSendable(1, 0)).as("a full send ring").isZero();
        assertThat(a.rsocket.ioSendable(1, 64)).as("inline").isOne();
    }

    // ---------------------------------------------------------------- hostile peers

    @ParameterizedTest
    @CsvSource({"2", "65535", "536870911"})
    void anIndexOutsideTheMapIsRefused(int index) {
        assertThatThrownBy(() -> b.rsocket.onReceive(Immediate.of(Immediate.IO_MAP, index)))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("entry " + index + " of the I/O map, which has 2 entries");
    }

    @ParameterizedTest
    @CsvSource({"-1, 4096, 10", "9223372036854775807, 4096, 10", "0, -1, 10", "0, -4096, 4294967295"})
    void anEntryOutsideTheAddressSpaceIsRefused(long offset, long address, long length) {
        b.overwriteEntry(1, new IoRange(offset, address, 1, length));

        assertThatThrownBy(() -> b.rsocket.onReceive(Immediate.of(Immediate.IO_MAP, 1)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageStartingWith("entry 1 of the I/O map: offset " + Long.toUnsignedString(offset));
    }

    @Test
    void aChangeOfAnEntryAfterItsMessageIsIgnored() throws Exception {
        announce(RANGE);
        b.overwriteEntry(0, new IoRange(0, 0, 0, 1000));

        assertThat(find(1000)).isEqualTo(RANGE);
        assertThat(find(0)).isNull();
    }

    @Test
    void anEntryOfLengthZeroIsIgnored() throws Exception {
        announce(new IoRange(0, 0, 0, 0));

        assertThat(find(0)).isNull();
        assertThat(b.rsocket.ioMap()).hasToString("none");
    }

    @Test
    void everyEntryIsRefusedOrInTheAddressSpace() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            b.overwriteEntry(0, new IoRange(random.nextLong(), random.nextLong(), random.nextInt(), random.nextInt()));
            try {
                b.rsocket.onReceive(Immediate.of(Immediate.IO_MAP, 0));
            } catch (ProtocolException e) {
                continue;
            }
            IoRange range = find(Math.max(0, random.nextLong()));
            if (range != null) {
                assertThat(Long.compareUnsigned(range.address(), range.address() + range.length() - 1))
                        .as("seed %d, %s", seed, range)
                        .isNotPositive();
            }
        }
    }
}
