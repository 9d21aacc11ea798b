package org.verbena.fidelity.vector;

import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.VerbsException;
import org.verbena.spi.model.DriverModel;

/** Whoever answers requests: a device, or the model of its driver. */
@ConsumerType
@FunctionalInterface
public interface Respondent {
    /**
     * Puts a request.
     *
     * @param request the request
     * @return the answer
     * @throws NotAskableException if the request cannot be put to this respondent; nothing is known then
     * @throws VerbsException if what a request would change is already refused: the shared receive queue of
     *     {@code modify_srq}
     */
    Answer answer(Request request);

    /**
     * A model as a respondent.
     *
     * @param model the model, with the limits of the device that it stands for
     * @return a respondent for use by several threads; it can be asked everything
     */
    static Respondent of(DriverModel model) {
        ModelRespondent respondent = new ModelRespondent(model);
        return request -> request.accept(respondent);
    }
}
