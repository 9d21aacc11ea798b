// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.verbena.error.Errno;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimMessage;
import org.verbena.provider.sim.SimObjectKind;
import org.verbena.provider.sim.SimProvider;

/**
 * The faults of a test, with the names of the annotations. It injects them into the {@link SimFaults} of the test's
 * simulator, which a test can also take as a parameter. Devices are numbered from 0. Safe for use by any thread.
 */
public final class Faults {
    /** An injected fault, for the record of a failed test. */
    private record Entry(String description, SimFaults.Injected fault) {}

    private final SimProvider provider;
    private final SimFaults faults;
    private final List<Entry> injected = new CopyOnWriteArrayList<>();

    Faults(SimProvider provider) {
        this.provider = provider;
        this.faults = provider.fabric().faults();
    }

    /**
     * Loses the n-th request from now on.
     *
     * @param nth the number of the request, 1 for the next one; acknowledgements and messages of the connection manager
     *     do not count
     * @return the injected fault
     * @throws org.verbena.error.InvalidRequestException if the number is not positive
     */
    public SimFaults.Injected dropMessage(long nth) {
        return inject("dropMessage", SimFault.drop(), nth, 1, request());
    }

    /**
     * Corrupts the n-th request from now on. The receiver discards it, because its checksum is wrong.
     *
     * @param nth the number of the request, as for {@link #dropMessage}
     * @return the injected fault
     * @throws org.verbena.error.InvalidRequestException if the number is not positive
     */
    public SimFaults.Injected corruptMessage(long nth) {
        return inject("corruptMessage", SimFault.corrupt(), nth, 1, request());
    }

    /**
     * Delivers the n-th request from now on twice.
     *
     * @param nth the number of the request, as for {@link #dropMessage}
     * @return the injected fault
     * @throws org.verbena.error.InvalidRequestException if the number is not positive
     */
    public SimFaults.Injected duplicateMessage(long nth) {
        return inject("duplicateMessage", SimFault.duplicate(), nth, 1, request());
    }

    /**
     * Delays the n-th request from now on.
     *
     * @param nth the number of the request, as for {@link #dropMessage}
     * @param time the delay on the simulator's clock, not negative, at most 365 days
     * @return the injected fault
     * @throws org.verbena.error.InvalidRequestException if the number is not positive, or the delay is out of range
     */
    public SimFaults.Injected delayMessage(long nth, Duration time) {
        return inject("delayMessage", SimFault.delay(time), nth, 1, request());
    }

    /**
     * Makes the receiver answer the next messages with an RNR NAK: see {@link SimFault#rnr}.
     *
     * @param times the number of RNR NAKs, not negative; a message that is sent again counts again
     * @return the injected fault
     * @throws org.verbena.error.InvalidRequestException if the number is negative
     */
    public SimFaults.Injected rnrNak(long times) {
        return inject("rnrNak", SimFault.rnr(), 1, times, message -> true);
    }

    /**
     * Injects any fault on the wire. It affects every message that matches, including responses and messages of the
     * connection manager.
     *
     * @param fault the fault
     * @return the injected fault
     */
    public SimFaults.Injected inject(SimFault fault) {
        return add("inject", fault);
    }

    /**
     * Takes a port down, with an event in each context of the device: {@link SimFaults#portDown}.
     *
     * @param device the position of the device
     * @param portNum the port number, from 1
     * @throws org.verbena.error.InvalidRequestException if there is no such device or port
     */
    public void portDown(int device, int portNum) {
        faults.portDown(name(device), portNum);
    }

    /**
     * Brings a port up, with an event in each context of the device: {@link SimFaults#portUp}.
     *
     * @param device the position of the device
     * @param portNum the port number, from 1
     * @throws org.verbena.error.InvalidRequestException if there is no such device or port
     */
    public void portUp(int device, int portNum) {
        faults.portUp(name(device), portNum);
    }

    /**
     * Removes a device, as if it was unplugged: {@link SimFaults#failDevice}.
     *
     * @param device the position of the device
     * @throws org.verbena.error.InvalidRequestException if there is no such device
     */
    public void removeDevice(int device) {
        faults.failDevice(name(device));
    }

    /**
     * Makes the next creation of a kind fail with ENOMEM, on any device: {@link SimFaults#failCreate}.
     *
     * @param kind the kind of the object
     */
    public void failCreate(SimObjectKind kind) {
        failCreate(kind, 1, Errno.ENOMEM);
    }

    /**
     * Makes a creation fail, on any device: {@link SimFaults#failCreate}.
     *
     * @param kind the kind of the object
     * @param nth the number of the creation, 1 for the next one
     * @param errno the error
     * @throws org.verbena.error.InvalidRequestException if the number is not positive
     */
    public void failCreate(SimObjectKind kind, long nth, Errno errno) {
        faults.failCreate(kind, nth, errno);
    }

    /** Injects a fault that begins with the n-th of the messages that match. */
    SimFaults.Injected inject(String name, SimFault fault, long nth, long times, Predicate<SimMessage> condition) {
        if (nth < 1) {
            throw InvalidArguments.invalid("nth", Long.toString(nth), "1 and above", "messages are counted from 1");
        }
        SimFault counted = fault.where(condition).after(nth - 1).times(times);
        return add(name + "(" + nth + "), times " + times, counted);
    }

    private SimFaults.Injected add(String description, SimFault fault) {
        SimFaults.Injected result = faults.inject(fault);
        injected.add(new Entry(description, result));
        return result;
    }

    /** Returns the condition for the requests of applications. */
    static Predicate<SimMessage> request() {
        return message -> message.request() && message.cm().isEmpty();
    }

    private String name(int device) {
        return provider.devices().get(requireDevice(device)).name();
    }

    private int requireDevice(int device) {
        int devices = provider.devices().size();
        if (device < 0 || device >= devices) {
            throw InvalidArguments.invalid(
                    "device", Integer.toString(device), "0.." + (devices - 1), "the simulator has no such device");
        }
        return device;
    }

    /** Returns the faults on the wire with the numbers of messages that they have affected. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        for (Entry entry : injected) {
            lines.add(entry.description() + ": " + entry.fault().hits() + " messages affected");
        }
        return lines;
    }
}
