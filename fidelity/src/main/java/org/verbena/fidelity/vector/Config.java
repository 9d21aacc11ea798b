package org.verbena.fidelity.vector;

import java.util.Map;
import java.util.TreeMap;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.DriverModels;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QueriedDevice;
import org.verbena.spi.model.ReportedNumbers;

/**
 * The numbers of a device that vectors were recorded on.
 *
 * @param driver the name of the driver's model
 * @param limits the numbers by name
 */
public record Config(String driver, Map<String, Long> limits) {
    /**
     * Copies the numbers.
     *
     * @param driver the name of the driver's model
     * @param limits the numbers by name
     */
    public Config {
        limits = Map.copyOf(limits);
    }

    /**
     * The numbers of a device: all that its model reckons with, or what the device reports where there is no model.
     */
    static Config of(String driver, QueriedDevice device) {
        Map<String, Long> numbers = DriverModels.find(driver)
                .map(model -> values(model.fitted(device).limits()))
                .orElseGet(() -> new TreeMap<>(ReportedNumbers.of(device)));
        // Masks of 64 bits that are full; no rule depends on one.
        numbers.values().removeIf(number -> number < 0);
        return new Config(driver, numbers);
    }

    private static Map<String, Long> values(Limits limits) {
        Map<String, Long> values = new TreeMap<>();
        limits.names().forEach(name -> values.put(name, limits.get(name)));
        return values;
    }

    /**
     * The model with the numbers of the device. A number that the model does not have is left out: some of those that a
     * device reports follow from others.
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

    /** As in the file, in alphabetical order. */
    JsonBuilder toJson() {
        JsonBuilder numbers = new JsonBuilder();
        new TreeMap<>(limits).forEach(numbers::put);
        return new JsonBuilder().put("driver", driver).put("limits", numbers);
    }
}
