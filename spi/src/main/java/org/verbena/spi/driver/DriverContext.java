package org.verbena.spi.driver;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.CqInitAttr;
import org.verbena.DeviceAttr;
import org.verbena.DeviceAttrEx;
import org.verbena.Gid;
import org.verbena.GidEntry;
import org.verbena.PortAttr;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.spi.model.DriverModel;

/**
 * An open device. Methods correspond to those of {@link org.verbena.DeviceContext}, which documents them; every one may
 * throw {@link org.verbena.VerbsException}. They are called by several threads at once, but never beside a
 * {@link #destroy} of this context or one of its objects.
 */
@ProviderType
public interface DriverContext extends DriverObject {
    /**
     * The model that answers as the driver behind this context does, with the numbers of this device. Asked for when
     * something has gone wrong or somebody wants to know, never on the way of a verb that succeeds.
     *
     * @return the model; empty if there is none, or if the device does not say enough to choose one
     */
    Optional<DriverModel> model();

    /**
     * The number of completion vectors.
     *
     * @return {@code num_comp_vectors}
     */
    int numCompVectors();

    /**
     * {@code ibv_query_device(3)}.
     *
     * @return the answer
     */
    DeviceAttr queryDevice();

    /**
     * {@code ibv_query_device_ex(3)}.
     *
     * @return the answer
     */
    DeviceAttrEx queryDeviceEx();

    /**
     * {@code ibv_query_port(3)}.
     *
     * @param portNum the port, 0..255
     * @return the answer
     */
    PortAttr queryPort(int portNum);

    /**
     * {@code ibv_query_pkey(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the key in host order
     */
    int queryPkey(int portNum, int index);

    /**
     * {@code ibv_query_gid(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the GID
     */
    Gid queryGid(int portNum, int index);

    /**
     * {@code ibv_query_gid_ex(3)}.
     *
     * @param portNum the port, 0..255
     * @param index the index, not negative
     * @return the entry
     */
    GidEntry queryGidEntry(int portNum, int index);

    /**
     * {@code ibv_query_gid_table(3)}.
     *
     * @return the valid entries
     */
    List<GidEntry> queryGidTable();

    /**
     * {@code ibv_alloc_pd(3)}.
     *
     * @return the domain
     */
    DriverPd allocPd();

    /**
     * {@code ibv_open_xrcd(3)}.
     *
     * @param attr the request
     * @return the domain
     */
    default DriverXrcd openXrcd(XrcdInitAttr attr) {
        throw Unsupported.verb("ibv_open_xrcd", this);
    }

    /**
     * {@code ibv_create_comp_channel(3)}.
     *
     * @return the channel
     */
    default DriverCompChannel createCompChannel() {
        throw Unsupported.verb("ibv_create_comp_channel", this);
    }

    /**
     * {@code ibv_create_cq(3)}.
     *
     * @param attr the request
     * @return the queue
     */
    DriverCq createCq(CqInitAttr attr);

    /**
     * {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     */
    default DriverCq createCqEx(CqInitAttr attr) {
        throw Unsupported.verb("ibv_create_cq_ex", this);
    }

    /**
     * {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     */
    default DriverSrq createSrqEx(SrqInitAttr attr) {
        throw Unsupported.verb("ibv_create_srq_ex", this);
    }

    /**
     * {@code ibv_create_qp_ex(3)}.
     *
     * @param attr the request
     * @return the queue pair
     */
    default DriverQp createQpEx(QpInitAttr attr) {
        throw Unsupported.verb("ibv_create_qp_ex", this);
    }

    /**
     * {@code ibv_open_qp(3)}.
     *
     * @param attr which one
     * @return a handle of the queue pair
     */
    default DriverQp openQp(QpOpenAttr attr) {
        throw Unsupported.verb("ibv_open_qp", this);
    }

    /**
     * {@code ibv_create_wq(3)}.
     *
     * @param attr the request
     * @return the queue
     */
    default DriverWq createWq(WqInitAttr attr) {
        throw Unsupported.verb("ibv_create_wq", this);
    }

    /**
     * {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param attr the request
     * @return the table
     */
    default DriverRwqIndTable createRwqIndTable(RwqIndTableAttr attr) {
        throw Unsupported.verb("ibv_create_rwq_ind_table", this);
    }

    /**
     * Allocates memory for work requests, completions or data. A driver that does not move data has none. The caller holds
     * no lock, since an allocation may wait for the garbage collector: the context may be destroyed concurrently.
     *
     * @param length number of bytes, positive
     * @return the memory
     */
    default DriverMemory allocate(long length) {
        throw Unsupported.memory(this);
    }

    /**
     * {@code ibv_get_async_event(3)}, without waiting, and {@code ibv_ack_async_event(3)}. A driver without events has
     * none.
     *
     * @return the next event
     */
    default Optional<DriverAsyncEvent> nextAsyncEvent() {
        return Optional.empty();
    }

    /**
     * Waits until there is an asynchronous event, or not so long: the caller asks {@link #nextAsyncEvent} and waits
     * again. Runs beside everything but {@link #destroy}; the caller keeps the time short since a destroy waits for it.
     *
     * @param nanos how long at most
     * @throws InterruptedException if the thread is interrupted
     */
    default void awaitAsyncEvent(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }
}
