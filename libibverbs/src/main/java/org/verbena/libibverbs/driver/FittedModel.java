// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.core.model.ModelFitting;
import org.verbena.error.VerbsException;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QueriedDevice;

/** The model of the driver of a context, selected at the first request. */
final class FittedModel {
    private static final int FIRST_PORT = 1;

    private final NativeContext context;
    private @Nullable DriverModel fitted;

    FittedModel(NativeContext context) {
        this.context = context;
    }

    /** Returns the model; empty if none exists for the driver, or if a query of the device fails. */
    synchronized Optional<DriverModel> get() {
        if (fitted == null) {
            fitted = context.driver().flatMap(this::fit).orElse(null);
        }
        return Optional.ofNullable(fitted);
    }

    private Optional<DriverModel> fit(String driver) {
        try {
            QueriedDevice queried =
                    new QueriedDevice(context.queryDeviceEx(), context.queryPort(FIRST_PORT), context.numCompVectors());
            return ModelFitting.fit(driver, queried);
        } catch (VerbsException | ArithmeticException | IllegalArgumentException e) {
            // The query fails, or the device reports numbers that no model can calculate with. The failure to be
            // explained matters more.
            return Optional.empty();
        }
    }
}
