package org.verbena.cli.option;

import java.util.Iterator;
import java.util.List;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;

/** The names of the simulator's profiles, which are the names of the driver models. */
public final class ProfileNames implements Iterable<String> {
    public List<String> list() {
        return DriverModels.all().stream().map(DriverModel::name).toList();
    }

    @Override
    public Iterator<String> iterator() {
        return list().iterator();
    }
}
