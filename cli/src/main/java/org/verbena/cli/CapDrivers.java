package org.verbena.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;

/** The drivers that are compared, each with an open device. */
final class CapDrivers implements AutoCloseable {
    private record Driver(String name, DeviceContext context) {}

    private final List<Driver> drivers = new ArrayList<>();

    /** Opens a device, whose driver is called {@code name} from now on. */
    void add(String name, Device device) {
        drivers.add(new Driver(name, device.open()));
    }

    /** What they say to an attribute; {@code qp} makes the request in which it is changed, a new one for each. */
    List<CapCurve> curves(CapAttr attr, Supplier<QpTrial> qp) {
        return drivers.stream()
                .map(driver -> new CapCurve(driver.name(), attr.question(driver.context(), qp.get())))
                .toList();
    }

    /** Who they are, by names. */
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
