package org.verbena.provider.sim;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.provider.sim.control.CreateFaults;
import org.verbena.provider.sim.control.SimDevice;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.MessageFaults;

/**
 * What goes wrong in a fabric: on the wire, at ports and devices, and when objects are created. For use by any thread.
 * Chance is a matter of the seed: the same program with the same seed has the same faults.
 */
public final class SimFaults {
    /** A fault that has been injected. */
    @ProviderType
    public interface Injected extends AutoCloseable {
        /**
         * How many messages it has hit.
         *
         * @return the number
         */
        long hits();

        /** Ends it. */
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
     * Has something happen to messages from now on. Where several faults want a message, the first one has it.
     *
     * @param fault what
     * @return what ends it
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
     * Begins the random numbers anew. A fabric begins with seed 0.
     *
     * @param seed the seed
     */
    public void seed(long seed) {
        engine.run(() -> messages.seed(seed));
    }

    /**
     * Takes a port down: no messages pass, and contexts of the device get {@code IBV_EVENT_PORT_ERR}. Nothing happens to
     * one that is down.
     *
     * @param device the name of the device
     * @param portNum the port
     * @throws InvalidRequestException if there is no such port
     */
    public void portDown(String device, int portNum) {
        device(device).port(requirePort(device, portNum), false);
    }

    /**
     * Brings a port up again: contexts of the device get {@code IBV_EVENT_PORT_ACTIVE}. Nothing happens to one that is
     * up.
     *
     * @param device the name of the device
     * @param portNum the port
     * @throws InvalidRequestException if there is no such port
     */
    public void portUp(String device, int portNum) {
        device(device).port(requirePort(device, portNum), true);
    }

    /**
     * Has a queue pair fail: it goes to ERR, what is posted is flushed, and its context gets {@code IBV_EVENT_QP_FATAL}.
     * Nothing happens to one in RESET or ERR.
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
     * Has a work queue fail: it goes to ERR, what is posted is flushed, and its context gets {@code IBV_EVENT_WQ_FATAL}.
     * Nothing happens to one that is not in RDY. {@link org.verbena.WorkQueue#state} does not hear of it: libibverbs
     * notes what it has asked for alone.
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
                attribute, Long.toString(number), "a number of the device", "the device has no such queue");
    }

    /**
     * Has a device fail for good, as when it is unplugged: contexts get {@code IBV_EVENT_DEVICE_FATAL}, queue pairs and
     * work queues go to ERR, without events of their own, and what is posted is flushed. From then on verbs fail with
     * {@link Errno#EIO}. Completions and the events so far can be fetched, and objects closed. Waiting for an event fails
     * with {@link Errno#EIO} when there is none left, as ib_uverbs_event_read of Linux does.
     *
     * @param device the name of the device
     * @throws InvalidRequestException if there is no such device
     */
    public void failDevice(String device) {
        device(device).fail();
    }

    /**
     * Has one creation fail.
     *
     * @param kind what is created, on any device
     * @param nth which creation from now on that the driver would grant, 1 for the next; a later call for the same kind
     *     replaces an earlier one
     * @param errno what it fails with, for example {@link Errno#ENOMEM}
     * @throws InvalidRequestException if {@code nth} is not positive
     */
    public void failCreate(SimObjectKind kind, long nth, Errno errno) {
        creations.fail(Optional.empty(), kind.name(), requireNth(nth), errno);
    }

    /**
     * Has one creation on one device fail.
     *
     * @param device the name of the device
     * @param kind what is created
     * @param nth which creation on this device from now on that the driver would grant, 1 for the next; a later call for
     *     the same device and kind replaces an earlier one
     * @param errno what it fails with, for example {@link Errno#ENOMEM}
     * @throws InvalidRequestException if there is no such device, or {@code nth} is not positive
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

    /** Ends everything that has been injected on the wire and for creations; ports and devices stay as they are. */
    public void clear() {
        engine.run(messages::clear);
        creations.clear();
    }

    private SimDevice device(String name) {
        SimDevice device = devices.get(name);
        if (device == null) {
            throw SimDeviceConfig.refuse("device", name, "one of " + devices.keySet(), "there is no such device");
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
