// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.echo;

import org.osgi.annotation.versioning.ProviderType;

/** A service that sends text through a device and returns the text that it receives. */
@ProviderType
public interface Echo {
    /**
     * Sends text to a second queue pair, which sends it back.
     *
     * @param text the text, at most 4096 bytes in UTF-8
     * @return the received text, which is the same
     */
    String echo(String text);

    /** {@return the names of the provider and the device, for example {@code sim sim_mlx5_0}} */
    String way();
}
