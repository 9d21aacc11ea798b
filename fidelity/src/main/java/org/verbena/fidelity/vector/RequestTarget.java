// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.error.VerbsException;
import org.verbena.spi.model.DriverModel;

/** Answers requests. A target is a device, or the model of its driver. */
@ConsumerType
@FunctionalInterface
public interface RequestTarget {
    /**
     * Answers a request.
     *
     * @param request the request
     * @return the answer
     * @throws NotAskableException if the request cannot be sent to this target; its answer is unknown
     * @throws VerbsException if the target refuses to create the object to change, the shared receive queue of
     *     {@code modify_srq}
     */
    Answer answer(Request request);

    /**
     * Creates a target that answers with a model.
     *
     * @param model the model, with the limits of the device that it represents
     * @return a thread-safe target that answers every request
     */
    static RequestTarget of(DriverModel model) {
        ModelTarget target = new ModelTarget(model);
        return request -> request.accept(target);
    }
}
