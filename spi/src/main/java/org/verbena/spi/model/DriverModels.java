package org.verbena.spi.model;

import java.util.List;
import java.util.Optional;
import org.verbena.QpType;

/** The models that Verbena knows. */
public final class DriverModels {
    private static final List<DriverModel> ALL = List.of(
            new SpecModel(),
            new SolarisModel(),
            MinimalModel.aix(),
            new RxeModel(RxeKernel.LINUX_6_12),
            new RxeModel(RxeKernel.LINUX_6_1),
            new Mlx5Model(),
            new Mlx4Model(),
            new IrdmaModel(IrdmaGeneration.GEN_2),
            new IrdmaModel(IrdmaGeneration.GEN_1),
            new IrdmaModel(IrdmaGeneration.GEN_3),
            new BnxtReModel(BnxtReMode.STATIC),
            new BnxtReModel(BnxtReMode.VARIABLE),
            HnsModel.hip09(),
            HnsModel.hip08(),
            new EfaModel(),
            new SiwModel(),
            new ErdmaModel(),
            new ManaModel());

    private DriverModels() {}

    /**
     * All models.
     *
     * @return the models in a fixed order, each with the usual numbers of its devices
     */
    public static List<DriverModel> all() {
        return ALL;
    }

    /**
     * A model for a driver of one's own that has the plain verbs and little else: no shared receive queues, no groups, no
     * extended calls, no work queues, no XRC. It grants what is asked for, up to the limits of an InfiniBand adapter;
     * {@link DriverModel#withLimits} changes these. It is not among {@link #all}.
     *
     * @param name its name
     * @param description what it stands for, a sentence without a full stop
     * @param document where its rules stand, which refusals name as their source
     * @param types the types of queue pairs that there are
     * @return the model
     */
    public static DriverModel minimal(String name, String description, String document, QpType... types) {
        return new MinimalModel(name, description, document, types);
    }

    /**
     * Finds a model.
     *
     * @param name its name or one of its aliases
     * @return the model, if there is one
     */
    public static Optional<DriverModel> find(String name) {
        return ALL.stream()
                .filter(model -> model.name().equals(name) || model.aliases().contains(name))
                .findFirst();
    }
}
