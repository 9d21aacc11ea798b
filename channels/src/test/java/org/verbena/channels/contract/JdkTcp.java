package org.verbena.channels.contract;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import java.util.EnumSet;

/** TCP of the JDK on the loopback interface: the reference. */
final class JdkTcp extends TestNetwork {
    JdkTcp() {
        super(SelectorProvider.provider(), loopback(), EnumSet.allOf(Difference.class));
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByName("127.0.0.1");
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    boolean isRdma() {
        return false;
    }

    @Override
    long packets() {
        return -1;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "TCP of the JDK";
    }
}
