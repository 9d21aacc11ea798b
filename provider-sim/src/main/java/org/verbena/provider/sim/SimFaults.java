// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.control.CreateFaults;
import org.verbena.provider.sim.control.SimDevice;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.MessageFaults;

/**
 * The fault injection of a fabric: on the wire, at ports and devices, and for the creation of objects. Safe for use by
 * any thread. The seed determines all random faults: the same program with the same seed has the same faults.
 */
public final class SimFaults {
    /** An injected fault. */
    @ProviderType
    public interface Injected extends AutoCloseable {
        /** {@return the number of messages that the fault has affected} */
        long hits();

        /** Removes the fault. */
        @Override
        void close();
    }

    private final Engine engine;
    private final MessageFaults messages;
    private final CreateFaults creations;
    private final Map<String, SimDevice> devices;

    SimFaults(Engine engine, MessageFaults messages, CreateFaults creations, Map<String, SimDevice> devices) {
        this.engine = engine;
        this.messages = messages;
        this.creations = creations;
        this.devices = devices;
    }

    /**
     * Injects a fault that affects messages from now on. At most one fault affects a message: the first injected one
     * that applies to it.
     *
     * @param fault the fault
     * @return the injected fault, which removes it when closed
     */
    public Injected inject(SimFault fault) {
        MessageFaults.Rule rule = fault.rule();
        engine.run(() -> messages.add(rule));
        return new Injected() {
            @Override
            public long hits() {
                return engine.call(rule::hits);
            }

            @Override
            public void close() {
                engine.run(() -> messages.remove(rule));
            }
        };
    }

    /**
     * Restarts the random numbers with a seed. The seed of a new fabric is 0 by default.
     *
     * @param seed the seed
     */
    public void seed(long seed) {
        engine.run(() -> messages.seed(seed));
    }

    /**
     * Takes a port down. No messages pass, and the contexts of the device receive {@code IBV_EVENT_PORT_ERR}. The call
     * has no effect on a port that is down.
     *
     * @param device the name of the device
     * @param portNum the port number
     * @throws InvalidRequestException if there is no such device or port
     */
    public void portDown(String device, int portNum) {
        device(device).port(requirePort(device, portNum), false);
    }

    /**
     * Brings a port up. The contexts of the device receive {@code IBV_EVENT_PORT_ACTIVE}. The call has no effect on a
     * port that is up.
     *
     * @param device the name of the device
     * @param portNum the port number
     * @throws InvalidRequestException if there is no such device or port
     */
    public void portUp(String device, int portNum) {
        device(device).port(requirePort(device, portNum), true);
    }

    /**
     * Makes a queue pair fail. It moves to ERR, posted work requests are flushed, and its context receives
     * {@code IBV_EVENT_QP_FATAL}. The call has no effect on a queue pair in RESET or ERR.
     *
     * @param device the name of the device
     * @param qpNum the number of the queue pair
     * @throws InvalidRequestException if there is no such device or queue pair
     */
    public void failQueuePair(String device, long qpNum) {
        if (!device(device).failQueuePair(qpNum)) {
            throw noSuch("qp_num", qpNum);
        }
    }

    /**
     * Makes a work queue fail. It moves to ERR, posted work requests are flushed, and its context receives
     * {@code IBV_EVENT_WQ_FATAL}. The call has no effect on a work queue that is not in RDY.
     * {@link org.verbena.WorkQueue#state} does not change, because libibverbs records only the state that the
     * application has requested.
     *
     * @param device the name of the device
     * @param wqNum the number of the work queue
     * @throws InvalidRequestException if there is no such device or work queue
     */
    public void failWorkQueue(String device, long wqNum) {
        if (!device(device).failWorkQueue(wqNum)) {
            throw noSuch("wq_num", wqNum);
        }
    }

    private static InvalidRequestException noSuch(String attribute, long number) {
        return SimDeviceConfig.refuse(
                attribute,
                Long.toString(number),
                "the number of a queue of the device",
                "the device has no such queue");
    }

    /**
     * Makes a device fail permanently, as if it was unplugged. Its contexts receive {@code IBV_EVENT_DEVICE_FATAL}.
     * Queue pairs and work queues move to ERR without further events, and posted work requests are flushed.
     *
     * <p>Afterwards verbs fail with {@link Errno#EIO}. The application can still poll completions, take pending events
     * and close objects. Waiting for an event fails with {@link Errno#EIO} if no event is left, as in
     * ib_uverbs_event_read of Linux.
     *
     * @param device the name of the device
     * @throws InvalidRequestException if there is no such device
     */
    public void failDevice(String device) {
        device(device).fail();
    }

    /**
     * Makes one creation fail, on any device. A later call for the same kind replaces an earlier one.
     *
     * @param kind the kind of the created object
     * @param nth the number of the creation that fails, 1 for the next; only creations that the driver would grant
     *     count
     * @param errno the error, for example {@link Errno#ENOMEM}
     * @throws InvalidRequestException if {@code nth} is not positive
     */
    public void failCreate(SimObjectKind kind, long nth, Errno errno) {
        creations.fail(Optional.empty(), kind.name(), requireNth(nth), errno);
    }

    /**
     * Makes one creation on one device fail. A later call for the same device and kind replaces an earlier one.
     *
     * @param device the name of the device
     * @param kind the kind of the created object
     * @param nth the number of the creation on this device that fails, 1 for the next; only creations that the driver
     *     would grant count
     * @param errno the error, for example {@link Errno#ENOMEM}
     * @throws InvalidRequestException if there is no such device, or if {@code nth} is not positive
     */
    public void failCreate(String device, SimObjectKind kind, long nth, Errno errno) {
        creations.fail(Optional.of(device(device).name()), kind.name(), requireNth(nth), errno);
    }

    private static long requireNth(long nth) {
        if (nth < 1) {
            throw SimDeviceConfig.refuse("nth", Long.toString(nth), "1 and above", "creations are counted from 1");
        }
        return nth;
    }

    /** Removes all faults on the wire and of creations. Ports and devices keep their state. */
    public void clear() {
        engine.run(messages::clear);
        creations.clear();
    }

    private SimDevice device(String name) {
        SimDevice device = devices.get(name);
        if (device == null) {
            throw SimDeviceConfig.refuse(
                    "device", name, "one of " + devices.keySet(), "the simulator has no such device");
        }
        return device;
    }

    private int requirePort(String device, int portNum) {
        int ports = device(device).ports();
        if (portNum < 1 || portNum > ports) {
            throw SimDeviceConfig.refuse(
                    "port_num", Integer.toString(portNum), "1.." + ports, "the device has no such port");
        }
        return portNum;
    }
}
