// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDevice;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverDevice;

/**
 * A device, identified by name. It holds no {@code struct ibv_device}, which is valid only until the device list is
 * freed.
 *
 * @param library the library
 * @param name the name in the kernel
 * @param guid the node GUID in host order
 * @param nodeType the node type
 * @param transportType the transport type
 */
public record NativeDevice(Libibverbs library, String name, long guid, NodeType nodeType, TransportType transportType)
        implements DriverDevice {
    private static final CField NUM_DEVICES = new CField(0, CField.Type.S32, Integer.BYTES);

    /**
     * Lists the devices: {@code ibv_get_device_list(3)}.
     *
     * @param library the library
     * @return the devices in the order of the library; empty if C returns ENOSYS because the kernel does not support
     *     RDMA
     * @throws VerbsException if the call fails with another error, or if the file descriptors are exhausted
     */
    public static List<NativeDevice> list(Libibverbs library) {
        try {
            List<NativeDevice> devices = withList(library, found -> read(library, found));
            if (devices.isEmpty()) {
                DescriptorReserve.require(library);
            }
            return devices;
        } catch (VerbsException e) {
            if (e.errno().equals(Errno.ENOSYS)) {
                return List.of();
            }
            throw e;
        }
    }

    @Override
    public DriverContext open() {
        return withList(
                library,
                devices -> devices.stream()
                        .filter(device -> nameOf(library, device).equals(name))
                        .findFirst()
                        .map(this::open)
                        .orElseThrow(this::gone));
    }

    private NativeContext open(Struct device) {
        NativeResult result = library.call(Verb.OPEN_DEVICE, device.address());
        if (result.value() == 0) {
            throw VerbsExceptions.ofErrno(Verb.OPEN_DEVICE, name, result);
        }
        Struct context = library.struct(result.value());
        try {
            LayoutCheck.context(library, context, device.address(), name);
            return new NativeContext(library, context, name);
        } catch (VerbsException e) {
            library.call(Verb.CLOSE_DEVICE, context.address());
            throw e;
        }
    }

    private VerbsException gone() {
        DescriptorReserve.require(library);
        return new VerbsException(
                Verb.OPEN_DEVICE.cName(),
                Errno.ENODEV,
                name,
                Diagnosis.of(new Violation(
                        "device",
                        name,
                        "an attached device",
                        "the device has been removed since it was listed",
                        "ibv_get_device_list(3)")));
    }

    private static List<NativeDevice> read(Libibverbs library, List<Struct> devices) {
        return devices.stream().map(device -> read(library, device)).toList();
    }

    private static NativeDevice read(Libibverbs library, Struct device) {
        String name = nameOf(library, device);
        long guid = library.call(Verb.GET_DEVICE_GUID, device.address()).value();
        return new NativeDevice(
                library,
                name,
                Long.reverseBytes(guid),
                NodeType.of(device.getInt(IbvDevice.NODE_TYPE)),
                TransportType.of(device.getInt(IbvDevice.TRANSPORT_TYPE)));
    }

    /**
     * Returns the name of a device.
     *
     * @param library the library
     * @param device a {@code struct ibv_device}
     * @return the name in the kernel
     */
    public static String nameOf(Libibverbs library, Struct device) {
        long pointer = library.call(Verb.GET_DEVICE_NAME, device.address()).value();
        LayoutCheck.device(device, pointer);
        return device.text(IbvDevice.NAME);
    }

    /** Runs an action on the devices while their list exists. */
    private static <T> T withList(Libibverbs library, Function<List<Struct>, T> action) {
        try (Frame frame = library.frame()) {
            Struct count = frame.struct(NUM_DEVICES.size());
            NativeResult list = library.call(Verb.GET_DEVICE_LIST, count.address());
            if (list.value() == 0) {
                if (list.errno() == Errno.ENOSYS.number()) {
                    DescriptorReserve.require(library);
                }
                throw VerbsExceptions.ofErrno(Verb.GET_DEVICE_LIST, LayoutCheck.LIBRARY, list);
            }
            try {
                return action.apply(devices(library, list.value(), count.getInt(NUM_DEVICES)));
            } finally {
                library.call(Verb.FREE_DEVICE_LIST, list.value());
            }
        }
    }

    /** Reads the elements of an array that ends with NULL. */
    private static List<Struct> devices(Libibverbs library, long array, int count) {
        LayoutCheck.count(count);
        List<Struct> devices = new ArrayList<>();
        for (int i = 0; i <= count; i++) {
            long device = library.pointerAt(array + (long) i * Long.BYTES);
            LayoutCheck.element(device, i, count);
            if (i < count) {
                devices.add(library.struct(device));
            }
        }
        return devices;
    }
}
