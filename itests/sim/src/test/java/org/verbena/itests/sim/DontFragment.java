// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.DatagramChannel;

/** Sets the socket option that makes the IPv4 Identification of packets predictable. The ICRC covers this field. */
final class DontFragment {
    private DontFragment() {}

    /** Sets the option by its name, because the sources are compiled for a JDK that lacks it. */
    @SuppressWarnings("unchecked")
    static void set(DatagramChannel channel) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals("IP_DONTFRAGMENT")) {
                channel.setOption((SocketOption<Boolean>) option, true);
            }
        }
    }
}
