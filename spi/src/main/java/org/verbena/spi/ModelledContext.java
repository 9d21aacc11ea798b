// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.model.DriverModel;

/** An open device in software, whose queries are answered by a model. The subclass creates the objects. */
@ConsumerType
public abstract class ModelledContext implements DriverContext {
    private static final int DEFAULT_PKEY = 0xFFFF;

    private final DriverModel model;
    private final long guid;

    /**
     * Creates a context.
     *
     * @param model the model of the device
     * @param guid the GUID of the node
     */
    protected ModelledContext(DriverModel model, long guid) {
        this.model = model;
        this.guid = guid;
    }

    /**
     * Returns the GIDs of a port.
     *
     * @param portNum one of the ports of the device
     * @return the non-empty entries, starting at index 0
     */
    protected abstract List<GidEntry> gids(int portNum);

    /**
     * Returns the attributes of a port, by default those of the model.
     *
     * @param portNum one of the ports of the device
     * @return the result of a query
     */
    protected PortAttr portAttr(int portNum) {
        return model.portAttr();
    }

    /**
     * Throws if the device can no longer answer a query. By default, this method does nothing. Subclasses override it
     * if their device can fail.
     *
     * @param verb the query
     */
    protected void requireAlive(String verb) {}

    /**
     * Returns the name of the device for display, for example {@code device toy0}. Exceptions thrown by this class
     * contain it.
     */
    @Override
    public abstract String toString();

    /**
     * {@inheritDoc}
     *
     * @return the model passed to the constructor
     */
    @Override
    public final Optional<DriverModel> model() {
        return Optional.of(model);
    }

    @Override
    public final int numCompVectors() {
        return (int) model.limits().get("num_comp_vectors");
    }

    @Override
    public final DeviceAttr queryDevice() {
        requireAlive("ibv_query_device");
        return model.deviceAttr(guid);
    }

    @Override
    public final DeviceAttrEx queryDeviceEx() {
        requireAlive("ibv_query_device_ex");
        return model.deviceAttrEx(guid);
    }

    @Override
    public final PortAttr queryPort(int portNum) {
        requirePort("ibv_query_port", portNum);
        return portAttr(portNum);
    }

    @Override
    public final int queryPkey(int portNum, int index) {
        int length = model.portAttr().pkeyTblLen();
        if (portNum < 1 || portNum > ports() || index >= length) {
            // libibverbs reads one sysfs file for each entry, hence ENOENT.
            throw refuse(
                    "ibv_query_pkey",
                    Errno.ENOENT,
                    new Violation(
                            "index",
                            index + " of port " + portNum,
                            "below " + length + " of port 1.." + ports(),
                            "the P_Key table has no such entry",
                            "rdma-core libibverbs/verbs.c: ibv_query_pkey"));
        }
        return index == 0 ? DEFAULT_PKEY : 0;
    }

    @Override
    public final Gid queryGid(int portNum, int index) {
        List<GidEntry> entries = table("ibv_query_gid", portNum, index);
        return index < entries.size() ? entries.get(index).gid() : Gid.of(new byte[Gid.LENGTH]);
    }

    @Override
    public final GidEntry queryGidEntry(int portNum, int index) {
        List<GidEntry> entries = table("ibv_query_gid_ex", portNum, index);
        if (index >= entries.size()) {
            throw refuse(
                    "ibv_query_gid_ex",
                    Errno.ENODATA,
                    new Violation(
                            "gid_index",
                            Integer.toString(index),
                            "below " + entries.size(),
                            "the entry is empty",
                            "ibv_query_gid_ex(3)"));
        }
        return entries.get(index);
    }

    @Override
    public final List<GidEntry> queryGidTable() {
        return IntStream.rangeClosed(1, ports())
                .boxed()
                .flatMap(port -> gids(port).stream())
                .toList();
    }

    private List<GidEntry> table(String verb, int portNum, int index) {
        requirePort(verb, portNum);
        int length = model.portAttr().gidTblLen();
        if (index >= length) {
            throw refuse(
                    verb,
                    Errno.EINVAL,
                    new Violation(
                            "index",
                            Integer.toString(index),
                            "below " + length,
                            "the port has no such entry",
                            verb + "(3)"));
        }
        return gids(portNum);
    }

    private int ports() {
        return model.deviceAttr(guid).physPortCnt();
    }

    private void requirePort(String verb, int portNum) {
        requireAlive(verb);
        if (portNum < 1 || portNum > ports()) {
            throw refuse(
                    verb,
                    Errno.EINVAL,
                    new Violation(
                            "port_num",
                            Integer.toString(portNum),
                            "1.." + ports(),
                            "the device has no such port",
                            verb + "(3)"));
        }
    }

    private VerbsException refuse(String verb, Errno errno, Violation violation) {
        return new VerbsException(verb, errno, toString(), Diagnosis.of(violation));
    }
}
