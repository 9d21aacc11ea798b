// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model;

import java.util.List;
import java.util.Optional;
import org.verbena.attr.QpType;
import org.verbena.core.model.drivers.BnxtReModel;
import org.verbena.core.model.drivers.EfaModel;
import org.verbena.core.model.drivers.ErdmaModel;
import org.verbena.core.model.drivers.HnsModel;
import org.verbena.core.model.drivers.IrdmaModel;
import org.verbena.core.model.drivers.ManaModel;
import org.verbena.core.model.drivers.Mlx4Model;
import org.verbena.core.model.drivers.Mlx5Model;
import org.verbena.core.model.drivers.PlainDocumentModel;
import org.verbena.core.model.drivers.RxeKernel;
import org.verbena.core.model.drivers.RxeModel;
import org.verbena.core.model.drivers.SiwModel;
import org.verbena.core.model.drivers.SpecModel;
import org.verbena.spi.model.DriverModel;

/** The driver models of Verbena. */
public final class DriverModels {
    private static final List<DriverModel> ALL = List.of(
            new SpecModel(),
            PlainDocumentModel.solaris(),
            PlainDocumentModel.aix(),
            new RxeModel(RxeKernel.LINUX_6_12),
            new RxeModel(RxeKernel.LINUX_6_1),
            new Mlx5Model(),
            new Mlx4Model(),
            new IrdmaModel(IrdmaModel.Generation.GEN_2),
            new IrdmaModel(IrdmaModel.Generation.GEN_1),
            new IrdmaModel(IrdmaModel.Generation.GEN_3),
            new BnxtReModel(BnxtReModel.Mode.STATIC),
            new BnxtReModel(BnxtReModel.Mode.VARIABLE),
            HnsModel.hip09(),
            HnsModel.hip08(),
            new EfaModel(),
            new SiwModel(),
            new ErdmaModel(),
            new ManaModel());

    private DriverModels() {}

    /**
     * Returns all models.
     *
     * @return the models in a fixed order, each with the usual limits of its devices
     */
    public static List<DriverModel> all() {
        return ALL;
    }

    /**
     * Creates a model for a custom driver that implements the plain verbs and little else. It has no shared receive
     * queues, multicast groups, extended calls, work queues or XRC. It grants the requested values up to the limits of
     * an InfiniBand adapter; {@link DriverModel#withLimits} changes these limits. {@link #all} does not contain the
     * model.
     *
     * @param name the name of the model
     * @param description the description, a sentence without a full stop
     * @param document the document that defines the rules, named as their source in refusals
     * @param types the supported types of queue pairs
     * @return the model
     */
    public static DriverModel minimal(String name, String description, String document, QpType... types) {
        return PlainDocumentModel.minimal(name, description, document, types);
    }

    /**
     * Finds a model.
     *
     * @param name the name of the model, or one of its aliases
     * @return the model, or empty if none has this name
     */
    public static Optional<DriverModel> find(String name) {
        return ALL.stream()
                .filter(model -> model.name().equals(name) || model.aliases().contains(name))
                .findFirst();
    }
}
