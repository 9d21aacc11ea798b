// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.verbena.attr.Gid;
import org.verbena.fidelity.walk.NakSource;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.Syndrome;
import org.verbena.rocev2.UdpDatagram;
import org.verbena.rocev2.pcap.PcapReader;

/**
 * The negative acknowledgements in a capture that a simulator is writing. It omits those for gaps in the sequence
 * numbers, because they depend on the number of packets in flight.
 */
final class CapturedNaks implements NakSource, AutoCloseable {
    private static final int KIND_MASK = 0xE0;
    private static final int IPV4_IN_GID = 10;
    private static final byte MAPPED = (byte) 0xFF;

    /** The maximum number of bytes to read at once, so that a call ends although the simulator writes fast. */
    private static final int MOST_BYTES = 1 << 20;

    private final FileChannel channel;
    private final PcapReader capture;

    /** The bytes that are not decoded yet. */
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    private final UdpDatagram datagram = new UdpDatagram();
    private final PacketDecoder packet = new PacketDecoder();

    private CapturedNaks(FileChannel channel) throws IOException {
        this.channel = channel;
        readMore();
        this.capture = new PcapReader(new Bytes());
    }

    /** The bytes of the file that have been read. */
    private final class Bytes extends InputStream {
        @Override
        public int read() {
            return bytes.hasRemaining() ? Byte.toUnsignedInt(bytes.get()) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int number = Math.min(length, bytes.remaining());
            bytes.get(target, offset, number);
            return number == 0 && length > 0 ? -1 : number;
        }
    }

    /**
     * Opens a capture.
     *
     * @param file the file
     * @throws IOException if the file cannot be read or is not a capture
     */
    static CapturedNaks open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            return new CapturedNaks(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public List<Nak> next() {
        List<Nak> naks = new ArrayList<>();
        try {
            readMore();
            while (hasNext()) {
                add(naks);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return naks;
    }

    private void readMore() throws IOException {
        long unread = Math.min(MOST_BYTES, channel.size() - channel.position());
        ByteBuffer more = ByteBuffer.allocate(bytes.remaining() + (int) unread).put(bytes);
        while (more.hasRemaining() && channel.read(more) > 0) {
            // The file has further bytes.
        }
        bytes = more.flip();
    }

    /** Decodes the next frame. The simulator may have written a part of it only. */
    private boolean hasNext() throws IOException {
        int begin = bytes.position();
        try {
            return capture.next();
        } catch (EOFException e) {
            bytes.position(begin);
            return false;
        }
    }

    private void add(List<Nak> naks) {
        ByteBuffer frame = capture.frame();
        int ip = capture.linkType().ipOffset(frame);
        if (ip < 0
                || datagram.wrap(frame, ip, frame.limit() - ip) != UdpDatagram.Defect.NONE
                || packet.wrap(frame, datagram.payloadOffset(), datagram.payloadLength()) != PacketDecoder.Defect.NONE
                || packet.opcode() != RoceOpcode.RC_ACKNOWLEDGE) {
            return;
        }
        int syndrome = packet.syndrome();
        if ((syndrome & KIND_MASK) != 0 && syndrome != Syndrome.NAK_PSN_SEQUENCE) {
            naks.add(new Nak(destination(frame), packet.destQpn(), Syndrome.toString(syndrome)));
        }
    }

    private Gid destination(ByteBuffer frame) {
        ByteBuffer gid = ByteBuffer.allocate(Gid.LENGTH);
        int length = datagram.addressLength();
        if (datagram.isIpv4()) {
            gid.put(IPV4_IN_GID, MAPPED).put(IPV4_IN_GID + 1, MAPPED);
        }
        gid.put(Gid.LENGTH - length, frame, datagram.addressesOffset() + length, length);
        return Gid.of(gid.array());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
