// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

/**
 * Computes the UDP source ports of packets. Routers distribute flows by them, and no receiver depends on them (kernel:
 * {@code rdma_get_udp_sport} of {@code ib_verbs.h}, {@code rxe_qp_init_req} of {@code rxe_qp.c}).
 */
public final class UdpSourcePort {
    private static final int FIRST = 0xC000;
    private static final int PORT_BITS = 14;
    private static final int PORT_MASK = 0x3FFF;
    private static final int LABEL_BITS = 20;
    private static final int LABEL_MASK = 0xF_FFFF;

    /** The multiplier of the kernel's {@code hash_32}. */
    private static final int GOLDEN_RATIO = 0x61C8_8647;

    private UdpSourcePort() {}

    /**
     * Returns the port of a connection.
     *
     * @param flowLabel the flow label of the connection, 20 bits; if it is 0, the port follows from the two numbers
     * @param qpn the number of the queue pair
     * @param remoteQpn the number of the peer's queue pair
     * @return the port, the same in both directions if the flow label is 0
     */
    public static int ofConnection(int flowLabel, int qpn, int remoteQpn) {
        int label = flowLabel == 0 ? fold((long) qpn * remoteQpn) : flowLabel;
        return FIRST | ((label & PORT_MASK) ^ (label >>> PORT_BITS));
    }

    private static int fold(long product) {
        long folded = product ^ (product >>> LABEL_BITS);
        folded ^= folded >>> (2 * LABEL_BITS);
        return (int) folded & LABEL_MASK;
    }

    /**
     * Returns the port of datagrams, and of a queue pair without a connection.
     *
     * @param qpn the number of the queue pair
     * @return the port
     */
    public static int ofDatagrams(int qpn) {
        return FIRST + ((qpn * GOLDEN_RATIO) >>> (Integer.SIZE - PORT_BITS));
    }
}
