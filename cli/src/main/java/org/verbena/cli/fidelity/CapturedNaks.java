package org.verbena.cli.fidelity;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
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
 * The negative acknowledgements in a capture that a simulator is writing. It omits those for gaps in the sequence numbers,
 * because they depend on the number of packets in flight.
 */
final class CapturedNaks implements NakSource, AutoCloseable {
    private static final int KIND_MASK = 0xE0;
    private static final int IPV4_IN_GID = 10;
    private static final byte MAPPED = (byte) 0xFF;

    private final FileChannel channel;
    private final PcapReader capture;
    private final UdpDatagram datagram = new UdpDatagram();
    private final PacketDecoder packet = new PacketDecoder();

    private CapturedNaks(FileChannel channel, PcapReader capture) {
        this.channel = channel;
        this.capture = capture;
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
            return new CapturedNaks(channel, new PcapReader(Channels.newInputStream(channel)));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public List<Nak> next() {
        List<Nak> naks = new ArrayList<>();
        try {
            while (hasNext()) {
                add(naks);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return naks;
    }

    /** Reads the next frame. The simulator may have written a part of it only. */
    private boolean hasNext() throws IOException {
        long begin = channel.position();
        try {
            return channel.size() > begin && capture.next();
        } catch (EOFException e) {
            channel.position(begin);
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
