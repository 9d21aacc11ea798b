// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import org.verbena.attr.QpType;
import org.verbena.attr.VerbsEnum;

/** The port spaces of connection management: {@code enum rdma_port_space}. Each has its own ports. */
public enum PortSpace implements VerbsEnum {
    /** Datagrams that share the multicast groups and the Q_Key of IP over InfiniBand. */
    IPOIB("RDMA_PS_IPOIB", 0x0002, QpType.UD),

    /** Reliable connections. */
    TCP("RDMA_PS_TCP", 0x0106, QpType.RC),

    /** Datagrams. */
    UDP("RDMA_PS_UDP", 0x0111, QpType.UD),

    /** Any InfiniBand service. */
    IB("RDMA_PS_IB", 0x013F, QpType.RC);

    private final String cName;
    private final int value;
    private final QpType qpType;

    PortSpace(String cName, int value, QpType qpType) {
        this.cName = cName;
        this.value = value;
        this.qpType = qpType;
    }

    /** Returns the type of the queue pairs that {@code rdma_create_id(3)} chooses for this port space. */
    public QpType qpType() {
        return qpType;
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
