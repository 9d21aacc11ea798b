// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;

/** The models that vectors name, each with the limits of the vector's configuration. */
public final class ModelTargets {
    private record Key(String driver, String config) {}

    private final Optional<Configs> configs;
    private final Map<Key, RequestTarget> known = new HashMap<>();

    private ModelTargets(Optional<Configs> configs) {
        this.configs = configs;
    }

    /**
     * Creates targets whose models have the limits of configurations.
     *
     * @param configs the configurations
     * @return the targets; not thread-safe
     */
    public static ModelTargets with(Configs configs) {
        return new ModelTargets(Optional.of(configs));
    }

    /**
     * Creates targets whose models keep their own limits and ignore the configuration of a vector.
     *
     * @return the targets; not thread-safe
     */
    public static ModelTargets withOwnLimits() {
        return new ModelTargets(Optional.empty());
    }

    /**
     * Returns the model that a vector names.
     *
     * @param line the vector
     * @return the model
     * @throws FormatException if the model or the configuration does not exist
     */
    public RequestTarget of(VectorLine line) {
        Vector vector = line.vector();
        return known.computeIfAbsent(
                new Key(vector.driver(), vector.config()), key -> RequestTarget.of(limited(line, model(line))));
    }

    private static DriverModel model(VectorLine line) {
        String driver = line.vector().driver();
        return DriverModels.find(driver)
                .orElseThrow(() -> new FormatException(
                        line.toString(),
                        "driver is \"" + driver + "\"; there are models of "
                                + DriverModels.all().stream()
                                        .map(DriverModel::name)
                                        .toList()));
    }

    private DriverModel limited(VectorLine line, DriverModel model) {
        if (configs.isEmpty()) {
            return model;
        }
        String config = line.vector().config();
        return configs.get()
                .find(config)
                .orElseThrow(() -> new FormatException(
                        line.toString(), "config is \"" + config + "\", which the configurations do not have"))
                .applyTo(model);
    }
}
