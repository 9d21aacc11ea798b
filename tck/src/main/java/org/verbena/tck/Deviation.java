// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck;

import java.util.Objects;

/**
 * A behaviour that a device is known not to show.
 *
 * @param id the behaviour, for example {@code QPC-09-SEND} or {@code QPC-16[UC]}
 * @param reason the actual behaviour of the device
 * @param source the source of the reason, for example a function of the driver
 */
public record Deviation(String id, String reason, String source) {
    /**
     * Creates a deviation.
     *
     * @param id the behaviour
     * @param reason the actual behaviour of the device
     * @param source the source of the reason
     * @throws IllegalArgumentException if one of them is blank
     */
    public Deviation {
        requireText("id", id);
        requireText("reason", reason);
        requireText("source", source);
    }

    private static void requireText(String part, String text) {
        Objects.requireNonNull(text, part);
        if (text.isBlank()) {
            throw new IllegalArgumentException("A deviation needs its " + part);
        }
    }
}
