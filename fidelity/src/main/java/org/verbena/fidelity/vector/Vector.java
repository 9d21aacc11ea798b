// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Optional;

/**
 * A request and the answer of a driver: one line of a file.
 *
 * @param driver the driver that answered, by the name of its model
 * @param config the name of the device's limits in {@code configs.json}
 * @param request the request
 * @param answer the answer
 * @param errnoUnset whether the C call failed without setting errno; the answer then has EINVAL
 * @param note a comment, for display
 */
public record Vector(
        String driver, String config, Request request, Answer answer, boolean errnoUnset, Optional<String> note) {}
