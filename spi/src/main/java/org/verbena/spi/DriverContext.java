// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.spi.model.DriverModel;

/**
 * An open device. The methods correspond to those of {@link org.verbena.DeviceContext}, which documents them. Each
 * method may throw {@link org.verbena.error.VerbsException}. Several threads may call them concurrently, but never
 * concurrently with a {@link #destroy} of this context or of one of its objects. The only exception is
 * {@link #allocate}.
 */
@ProviderType
public interface DriverContext extends DriverObject {
    /**
     * Returns the model that predicts the results of the driver behind this context, with the limits of this device.
     * The caller requests it to explain a failure or on demand, but never as part of a verb that succeeds.
     *
     * @return the model; empty if there is none, or if the device reports too little to choose one
     */
    Optional<DriverModel> model();

    /**
     * Returns the address of a part of a buffer, to explain the failure of a registration.
     *
     * @param part the part
     * @return the address of its first byte; empty if the driver does not need to know it
     */
    default OptionalLong addressOf(BufferPart part) {
        return OptionalLong.empty();
    }

    /** {@return the number of completion vectors, {@code num_comp_vectors}} */
    int numCompVectors();

    /**
     * Queries the device attributes: {@code ibv_query_device(3)}.
     *
     * @return the attributes
     */
    DeviceAttr queryDevice();

    /**
     * Queries the extended device attributes: {@code ibv_query_device_ex(3)}.
     *
     * @return the attributes
     */
    DeviceAttrEx queryDeviceEx();

    /**
     * Queries the attributes of a port: {@code ibv_query_port(3)}.
     *
     * @param portNum the port, 0..255
     * @return the attributes
     */
    PortAttr queryPort(int portNum);

    /**
     * Returns the counters of a port, see {@link org.verbena.DeviceContext#portCounters}. The default has none.
     *
     * @param portNum the port, 0..255; 0 for the counters of the device
     * @return the numbers by name
     */
    default Map<String, Long> portCounters(int portNum) {
        return Map.of();
    }

    /**
     * Queries an entry of the P_Key table of a port: {@code ibv_query_pkey(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the P_Key in host byte order
     */
    int queryPkey(int portNum, int index);

    /**
     * Queries an entry of the GID table of a port: {@code ibv_query_gid(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the GID
     */
    Gid queryGid(int portNum, int index);

    /**
     * Queries an entry of the GID table of a port: {@code ibv_query_gid_ex(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the entry
     */
    GidEntry queryGidEntry(int portNum, int index);

    /**
     * Queries the GID tables of all ports: {@code ibv_query_gid_table(3)}.
     *
     * @return the valid entries
     */
    List<GidEntry> queryGidTable();

    /**
     * Allocates a protection domain: {@code ibv_alloc_pd(3)}.
     *
     * @return the protection domain
     */
    DriverPd allocPd();

    /**
     * Opens an XRC domain: {@code ibv_open_xrcd(3)}.
     *
     * @param attr the request
     * @return the XRC domain
     */
    default DriverXrcd openXrcd(XrcdInitAttr attr) {
        throw Unsupported.verb("ibv_open_xrcd", this);
    }

    /**
     * Creates a completion channel: {@code ibv_create_comp_channel(3)}.
     *
     * @return the channel
     */
    default DriverCompChannel createCompChannel() {
        throw Unsupported.verb("ibv_create_comp_channel", this);
    }

    /**
     * Creates a completion queue: {@code ibv_create_cq(3)}.
     *
     * @param init the request
     * @return the completion queue
     */
    DriverCq createCq(DriverCq.Init init);

    /**
     * Creates an extended completion queue: {@code ibv_create_cq_ex(3)}.
     *
     * @param init the request
     * @return the completion queue
     */
    default DriverCq createCqEx(DriverCq.Init init) {
        throw Unsupported.verb("ibv_create_cq_ex", this);
    }

    /**
     * Creates a shared receive queue: {@code ibv_create_srq_ex(3)}.
     *
     * @param init the request
     * @return the shared receive queue
     */
    default DriverSrq createSrqEx(DriverSrq.Init init) {
        throw Unsupported.verb("ibv_create_srq_ex", this);
    }

    /**
     * Creates a queue pair: {@code ibv_create_qp_ex(3)}.
     *
     * @param init the request
     * @return the queue pair
     */
    default DriverQp createQpEx(DriverQp.Init init) {
        throw Unsupported.verb("ibv_create_qp_ex", this);
    }

    /**
     * Opens a shared XRC target queue pair: {@code ibv_open_qp(3)}.
     *
     * @param open the request, which identifies the queue pair
     * @return a handle of the queue pair
     */
    default DriverQp openQp(DriverQp.Open open) {
        throw Unsupported.verb("ibv_open_qp", this);
    }

    /**
     * Creates a work queue: {@code ibv_create_wq(3)}.
     *
     * @param init the request
     * @return the work queue
     */
    default DriverWq createWq(DriverWq.Init init) {
        throw Unsupported.verb("ibv_create_wq", this);
    }

    /**
     * Creates an indirection table of receive work queues: {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param init the request
     * @return the table
     */
    default DriverRwqIndTable createRwqIndTable(DriverRwqIndTable.Init init) {
        throw Unsupported.verb("ibv_create_rwq_ind_table", this);
    }

    /**
     * Allocates memory for work requests, completions or data. The caller holds no lock, because an allocation may wait
     * for the garbage collector. Therefore another thread may destroy the context concurrently. The default
     * implementation is for drivers that do not transfer data, and fails with EOPNOTSUPP.
     *
     * @param length the number of bytes, positive
     * @return the memory
     */
    default DriverMemory allocate(long length) {
        throw Unsupported.memory(this);
    }

    /**
     * Takes the next asynchronous event without waiting, and acknowledges it: {@code ibv_get_async_event(3)} and
     * {@code ibv_ack_async_event(3)}. The default implementation is for drivers without events, and returns an empty
     * result.
     *
     * @return the next event; empty if no event is pending
     */
    default Optional<DriverAsyncEvent> nextAsyncEvent() {
        return Optional.empty();
    }

    /**
     * Waits until an asynchronous event is available or the time has elapsed. It may return early: the caller calls
     * {@link #nextAsyncEvent} and waits again. Other threads may call any method except {@link #destroy} concurrently.
     * The caller passes a short time, because a destroy waits for this method to return.
     *
     * @param nanos the maximum time in nanoseconds
     * @throws InterruptedException if the thread is interrupted
     */
    default void awaitAsyncEvent(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }
}
