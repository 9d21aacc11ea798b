// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.cli.create.QpTrial;

/** The drivers to compare, each with an open device. */
final class CapDrivers implements AutoCloseable {
    private record Driver(String name, DeviceContext context) {}

    private final List<Driver> drivers = new ArrayList<>();

    /** Opens a device and adds its driver under this name. */
    void add(String name, Device device) {
        drivers.add(new Driver(name, device.open()));
    }

    /**
     * Returns the curves of the drivers for an attribute. The supplier {@code qp} creates a new queue pair request for
     * each driver, in which the attribute is changed.
     */
    List<CapCurve> curves(CapAttr attr, Supplier<QpTrial> qp) {
        return drivers.stream()
                .map(driver -> new CapCurve(driver.name(), attr.question(driver.context(), qp.get())))
                .toList();
    }

    /** Returns the members of the JSON output: driver, device and model. */
    List<Map<String, @Nullable Object>> members() {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        for (Driver driver : drivers) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            members.put("driver", driver.name());
            members.put("device", driver.context().device().name());
            members.put("model", driver.context().explain().model().orElse(null));
            list.add(members);
        }
        return list;
    }

    @Override
    public void close() {
        drivers.forEach(driver -> driver.context().close());
    }
}
