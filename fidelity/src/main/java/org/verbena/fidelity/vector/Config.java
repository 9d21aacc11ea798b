// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Map;
import java.util.TreeMap;
import org.verbena.core.model.DriverModels;
import org.verbena.core.model.rules.ReportedNumbers;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QueriedDevice;

/**
 * The limits of a device on which vectors were recorded.
 *
 * @param driver the name of the driver's model
 * @param limits the limits by name
 */
public record Config(String driver, Map<String, Long> limits) {
    /**
     * Copies the limits.
     *
     * @param driver the name of the driver's model
     * @param limits the limits by name
     */
    public Config {
        limits = Map.copyOf(limits);
    }

    /** Returns the limits of a device: all limits that its model uses, or the reported ones if there is no model. */
    static Config of(String driver, QueriedDevice device) {
        Map<String, Long> numbers = DriverModels.find(driver)
                .map(model -> values(model.fitted(device).limits()))
                .orElseGet(() -> new TreeMap<>(ReportedNumbers.of(device)));
        // Negative numbers are 64-bit masks with all bits set; no rule depends on them.
        numbers.values().removeIf(number -> number < 0);
        return new Config(driver, numbers);
    }

    private static Map<String, Long> values(Limits limits) {
        Map<String, Long> values = new TreeMap<>();
        limits.names().forEach(name -> values.put(name, limits.get(name)));
        return values;
    }

    /**
     * Returns the model with the limits of the device. Limits that the model does not know are ignored, because some
     * reported limits follow from others.
     */
    DriverModel applyTo(DriverModel model) {
        Limits numbers = model.limits();
        for (Map.Entry<String, Long> limit : limits.entrySet()) {
            if (numbers.names().contains(limit.getKey())) {
                numbers = numbers.with(limit.getKey(), limit.getValue());
            }
        }
        return model.withLimits(numbers);
    }

    /** Returns the JSON form, with the limits in alphabetical order. */
    JsonBuilder toJson() {
        JsonBuilder numbers = new JsonBuilder();
        new TreeMap<>(limits).forEach(numbers::put);
        return new JsonBuilder().put("driver", driver).put("limits", numbers);
    }
}
