// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

/** The treatment of an address that no RDMA device has or reaches. */
public enum Fallback {
    /** The channel uses TCP: that of the JDK's own provider. */
    TCP,

    /** The call fails with a {@link java.net.SocketException} that names the address. */
    FAIL
}
