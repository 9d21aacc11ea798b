// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.util.List;
import org.verbena.tck.fixture.Fixture;

/**
 * A behaviour that is ready to run.
 *
 * @param id its id, with the type in brackets if it has one
 * @param says the required behaviour of the device
 * @param needs the capabilities that it needs
 * @param refusedWithout whether the device must reject the use of a missing capability as not supported
 * @param movesData whether it belongs to the data path
 * @param body the assertions
 */
public record RunnableBehaviour(
        String id, String says, List<Capability> needs, boolean refusedWithout, boolean movesData, Body body) {
    /** The assertions of a behaviour. */
    @FunctionalInterface
    public interface Body {
        /**
         * Checks the behaviour.
         *
         * @param fixture a device that is open for this behaviour only
         * @throws Throwable if the device behaves differently
         */
        void show(Fixture fixture) throws Throwable;
    }
}
