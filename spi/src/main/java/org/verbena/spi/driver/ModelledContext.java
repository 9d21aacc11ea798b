package org.verbena.spi.driver;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.DeviceAttr;
import org.verbena.DeviceAttrEx;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.Gid;
import org.verbena.GidEntry;
import org.verbena.PortAttr;
import org.verbena.VerbsException;
import org.verbena.Violation;
import org.verbena.spi.model.DriverModel;

/** An open device in software, whose model answers the queries. What it creates is up to the subclass. */
@ConsumerType
public abstract class ModelledContext implements DriverContext {
    private static final int DEFAULT_PKEY = 0xFFFF;

    private final DriverModel model;
    private final long guid;

    /**
     * A context.
     *
     * @param model how the device answers
     * @param guid the GUID of its node
     */
    protected ModelledContext(DriverModel model, long guid) {
        this.model = model;
        this.guid = guid;
    }

    /**
     * The GIDs of a port.
     *
     * @param portNum one of the device's ports
     * @return the entries that are filled, from index 0
     */
    protected abstract List<GidEntry> gids(int portNum);

    /**
     * What a port is like; if a subclass does not say otherwise, as the model has it.
     *
     * @param portNum one of the device's ports
     * @return the answer to a query
     */
    protected PortAttr portAttr(int portNum) {
        return model.portAttr();
    }

    /**
     * Refuses a query that the device cannot answer any more; a subclass whose device can fail says when.
     *
     * @param verb the query
     */
    protected void requireAlive(String verb) {}

    /** For people: {@code device toy0}. It stands in what is thrown here. */
    @Override
    public abstract String toString();

    /**
     * {@inheritDoc}
     *
     * @return the model of the constructor
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
            // libibverbs reads a file of sysfs for each entry.
            throw refuse(
                    "ibv_query_pkey",
                    Errno.ENOENT,
                    new Violation(
                            "index",
                            index + " of port " + portNum,
                            "below " + length + " of port 1.." + ports(),
                            "there is no such entry",
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
