// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.attr.Gid;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.Receiver;
import org.verbena.provider.sim.wire.WireMessage;

/** Checks the receivers with which captures wrap other receivers. */
class CapturesTest {
    private static final Gid GID = Gid.of(new byte[Gid.LENGTH]);

    private static final class RefusingReceiver implements Receiver {
        @Override
        public void receive(WireMessage message) {
            throw new AssertionError("received a refused message");
        }

        @Override
        public DropReason refuses(WireMessage message, Gid source, Gid destination) {
            return DropReason.WRONG_ADDRESS;
        }

        @Override
        public Object blocksOwnMulticast(int srcQpn) {
            return srcQpn;
        }
    }

    @Test
    void capturedReceiverAnswersLikeItsReceiver(@TempDir Path directory) throws IOException {
        Receiver receiver = new RefusingReceiver();
        try (Captures captures = new Captures()) {
            captures.open("device", directory.resolve("device.pcap"), Clock.system());
            Receiver captured = captures.receiver("device", receiver);
            assertThat(captured).isNotSameAs(receiver);
            assertThat(captured.refuses(new WireMessage(), GID, GID)).isEqualTo(DropReason.WRONG_ADDRESS);
            assertThat(captured.blocksOwnMulticast(5)).isEqualTo(5);
        }
    }
}
