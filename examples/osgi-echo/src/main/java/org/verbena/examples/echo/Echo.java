package org.verbena.examples.echo;

import org.osgi.annotation.versioning.ProviderType;

/** Sends text through a device and hands back what comes out. */
@ProviderType
public interface Echo {
    /**
     * Sends text there and back.
     *
     * @param text the text, at most 4096 bytes in UTF-8
     * @return what came back: the same text
     */
    String echo(String text);

    /**
     * Where it is sent through.
     *
     * @return the provider's and the device's name, for example {@code sim sim_mlx5_0}
     */
    String way();
}
