package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import java.util.Random;

/** The contents of messages, identical on both sides. They differ between {@value #VARIANTS} consecutive messages. */
final class PingPayload {
    private static final int VARIANTS = 256;
    private static final long SEED = 0x5642_4E41;

    private final ByteBuffer[] variants = new ByteBuffer[VARIANTS];

    PingPayload(int size) {
        byte[] random = new byte[size + VARIANTS];
        new Random(SEED).nextBytes(random);
        ByteBuffer bytes = ByteBuffer.allocateDirect(random.length).put(random);
        for (int i = 0; i < VARIANTS; i++) {
            variants[i] = bytes.slice(i, size);
        }
    }

    /** Returns the contents of a message, from position 0 to the limit. */
    ByteBuffer of(int number) {
        return variants[number & (VARIANTS - 1)];
    }
}
