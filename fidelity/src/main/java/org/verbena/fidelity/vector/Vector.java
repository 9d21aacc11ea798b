package org.verbena.fidelity.vector;

import java.util.Optional;

/**
 * A request with what a driver made of it: one line of a file.
 *
 * @param driver the driver that answered, by the name of its model
 * @param config the name of the device's limits in {@code configs.json}
 * @param request the request
 * @param answer the answer
 * @param errnoUnset whether the C call failed and left errno alone; the answer then says EINVAL
 * @param note what else there is to say, for people
 */
public record Vector(
        String driver, String config, Request request, Answer answer, boolean errnoUnset, Optional<String> note) {}
