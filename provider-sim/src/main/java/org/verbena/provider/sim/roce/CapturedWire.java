// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Gid;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.ForwardingPath;
import org.verbena.provider.sim.wire.ForwardingWire;
import org.verbena.provider.sim.wire.Path;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Receiver;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Wire;
import org.verbena.provider.sim.wire.WireMessage;

/**
 * The wire as one device sees it, in a simulator with captures. It tells each message its route, so that the captures
 * of other devices know its addresses.
 */
final class CapturedWire extends ForwardingWire {
    private final @Nullable Capture capture;

    /**
     * Creates the view of a device.
     *
     * @param wire the wire
     * @param capture the capture of the device, null if it has none
     */
    CapturedWire(Wire wire, @Nullable Capture capture) {
        super(wire);
        this.capture = capture;
    }

    /** A receiver that adds the messages that it receives to a capture first. */
    record CapturedReceiver(Receiver receiver, Capture capture) implements Receiver {
        @Override
        public void receive(WireMessage message) {
            capture.add(message);
            receiver.receive(message);
        }

        @Override
        public @Nullable DropReason refuses(WireMessage message, Gid source, Gid destination) {
            return receiver.refuses(message, source, destination);
        }

        @Override
        public @Nullable Object blocksOwnMulticast(int srcQpn) {
            return receiver.blocksOwnMulticast(srcQpn);
        }
    }

    @Override
    public Path path(Port from, Route route) {
        return new Captured(wire.path(from, route), route);
    }

    @Override
    public Path singlePath(Port from, Route route) {
        return new Captured(wire.singlePath(from, route), route);
    }

    /** A path whose messages are captured. */
    private final class Captured implements ForwardingPath {
        private final Path path;
        private final Route route;

        Captured(Path path, Route route) {
            this.path = path;
            this.route = route;
        }

        @Override
        public void send(WireMessage message) {
            message.route = route;
            CapturedWire.this.send(message, path);
        }

        @Override
        public Path path() {
            return path;
        }
    }

    @Override
    public Path ethernet(Port from) {
        Path path = wire.ethernet(from);
        return message -> send(message, path);
    }

    private void send(WireMessage message, Path path) {
        message.captured = null;
        if (capture != null) {
            capture.add(message);
        }
        path.send(message);
    }
}
