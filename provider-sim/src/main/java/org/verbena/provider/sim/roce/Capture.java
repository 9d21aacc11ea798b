// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.UdpSourcePort;
import org.verbena.rocev2.pcap.LinkType;
import org.verbena.rocev2.pcap.PcapWriter;

/**
 * A capture file of the messages of devices. The messages appear as RoCEv2 packets in Ethernet frames, and the frames
 * of raw queue pairs as they are. Each frame is in the file when the call that sent it returns.
 *
 * <p>The engine's lock protects an instance.
 */
public final class Capture implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Capture.class.getName());
    private static final int MAX_PAYLOAD = 4096;

    /** {@code S_IFMT} and {@code S_IFIFO} of {@code <sys/stat.h>}. */
    private static final int TYPE_MASK = 0170000;

    private static final int PIPE = 0010000;
    private static final int BUFFER_LENGTH = 1 << 16;

    private final Path file;
    private final Clock clock;
    private final OutputStream out;
    private final PcapWriter writer;
    private final MessageEncoder encoder = new MessageEncoder();
    private final CaptureHeaders headers = new CaptureHeaders();
    private final Segments place = new Segments();
    private ByteBuffer frame =
            ByteBuffer.allocate(CaptureHeaders.MAX_LENGTH + PacketDecoder.MAX_HEADER_LENGTH + MAX_PAYLOAD + Long.BYTES);
    private boolean open = true;

    /**
     * Creates a capture, and replaces the contents of its file.
     *
     * @param file the file
     * @param clock the clock of the frames
     * @throws IOException if the file cannot be written
     */
    public Capture(Path file, Clock clock) throws IOException {
        this.file = file;
        this.clock = clock;
        if (isPipe(file)) {
            throw new IOException("it is a named pipe, which blocks until another program reads it");
        }
        // A channel would close when an interrupted thread sends a message.
        this.out = new BufferedOutputStream(new FileOutputStream(file.toFile()), BUFFER_LENGTH);
        this.writer = new PcapWriter(out, LinkType.ETHERNET);
        out.flush();
    }

    private static boolean isPipe(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & TYPE_MASK) == PIPE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false; // a new file, or another operating system
        }
    }

    /**
     * Adds a message, unless it is in this capture already.
     *
     * @param message the message
     */
    public void add(WireMessage message) {
        if (!open || message.captured == this) {
            return;
        }
        message.captured = this;
        try {
            Route route = message.route;
            if (message.service == Service.RAW) {
                addFrame(message.payload);
            } else if (route != null) {
                addPackets(message, route);
            }
            out.flush();
        } catch (IOException e) {
            open = false;
            LOGGER.log(Level.WARNING, "the capture " + file + " ends here, because it cannot be written: " + e);
        }
    }

    private void addFrame(Segments payload) throws IOException {
        int length = (int) payload.length();
        if (frame.capacity() < length) {
            frame = ByteBuffer.allocate(length);
        }
        place.clear();
        place.add(frame, 0, length);
        payload.copyTo(place);
        writer.write(now(), frame, 0, length);
    }

    private void addPackets(WireMessage message, Route route) throws IOException {
        Instant now = now();
        int port = sourcePort(message, route);
        for (int i = 0; i < MessageEncoder.packets(message); i++) {
            int at = headers.begin(frame, route, port);
            int length = encoder.encode(message, i, frame, at);
            encoder.icrc(headers.icrc(frame, length));
            writer.write(now, frame, 0, headers.end(length));
        }
    }

    private static int sourcePort(WireMessage message, Route route) {
        return message.service == Service.DATAGRAM
                ? UdpSourcePort.ofDatagrams(message.srcQpn)
                : UdpSourcePort.ofConnection(flowLabel(route), message.srcQpn, message.destQpn);
    }

    private static int flowLabel(Route route) {
        return route.grh() == null ? 0 : (int) route.grh().flowLabel();
    }

    private Instant now() {
        long nanos = clock.wallclock(clock.nanoTime());
        return Instant.ofEpochSecond(0, nanos);
    }

    /** Closes the file. Later messages are not captured. */
    @Override
    public void close() {
        open = false;
        try {
            writer.close();
        } catch (IOException e) {
            LOGGER.log(Level.WARNING, "the capture " + file + " cannot be closed: " + e);
        }
    }
}
