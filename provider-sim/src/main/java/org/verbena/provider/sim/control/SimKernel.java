package org.verbena.provider.sim.control;

import java.util.EnumMap;
import java.util.Map;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;

/** What all contexts of one device share: its model, what there is of everything, the numbers, and the XRC domains. */
final class SimKernel {
    private static final long MAX_24_BITS = 0xFF_FFFF;
    private static final long FIRST_QP_NUM = 0x40;

    /** A multiple of the size of every table: mlx4 wants the first number of a table to be one. */
    private static final long FIRST_WQ_NUM = 1 << 16;

    /** An EUI-64 of a locally administered address, 02:00:00:00:00:00 and up. */
    private static final long FIRST_GUID = 0x0200_00FF_FE00_0000L;

    private final String device;
    private final int ordinal;
    private final DriverModel model;
    private final Map<ObjectType, Quota> quotas = new EnumMap<>(ObjectType.class);
    private final NumberPool qpNumbers;
    private final NumberPool srqNumbers;
    private final NumberPool wqNumbers;
    private final NumberPool indTableNumbers;
    private final NumberPool memoryKeys;
    private final McastGroups mcastGroups;
    private final XrcDomains xrcDomains;
    private final int sourceGids;
    private final BufferAddresses bufferAddresses = new BufferAddresses();

    SimKernel(String device, int ordinal, DriverModel model) {
        this.device = "device " + device;
        this.ordinal = ordinal;
        this.model = model;
        Limits limits = model.limits();
        for (ObjectType type : ObjectType.values()) {
            type.limit()
                    .filter(limits.names()::contains)
                    .ifPresent(name -> quotas.put(type, new Quota(this.device, type, name, limits.get(name))));
        }
        qpNumbers = new NumberPool(this.device, ObjectType.QP, FIRST_QP_NUM, MAX_24_BITS);
        srqNumbers = new NumberPool(this.device, ObjectType.SRQ, 1, MAX_24_BITS);
        wqNumbers = new NumberPool(this.device, ObjectType.WQ, FIRST_WQ_NUM, MAX_24_BITS);
        indTableNumbers = new NumberPool(this.device, ObjectType.RWQ_IND_TABLE, 1, MAX_24_BITS);
        memoryKeys = new NumberPool(this.device, ObjectType.MR, 1, MAX_24_BITS);
        mcastGroups = new McastGroups(this.device, model.deviceAttr(guid()));
        xrcDomains = new XrcDomains(this.device);
        sourceGids = gidTable(1).entries().size();
    }

    DriverModel model() {
        return model;
    }

    void take(ObjectType type) {
        Quota quota = quotas.get(type);
        if (quota != null) {
            quota.take();
        }
    }

    void giveBack(ObjectType type) {
        Quota quota = quotas.get(type);
        if (quota != null) {
            quota.giveBack();
        }
    }

    NumberPool qpNumbers() {
        return qpNumbers;
    }

    NumberPool srqNumbers() {
        return srqNumbers;
    }

    NumberPool wqNumbers() {
        return wqNumbers;
    }

    NumberPool indTableNumbers() {
        return indTableNumbers;
    }

    NumberPool memoryKeys() {
        return memoryKeys;
    }

    McastGroups mcastGroups() {
        return mcastGroups;
    }

    XrcDomains xrcDomains() {
        return xrcDomains;
    }

    BufferAddresses bufferAddresses() {
        return bufferAddresses;
    }

    long guid() {
        return FIRST_GUID + ((long) ordinal << 8);
    }

    /** The GIDs of a port; its GUID is the node's with the port's number in the last byte. */
    GidTable gidTable(int port) {
        return new GidTable(model, guid() + port, ordinal, port);
    }

    /** How many entries of every port's GID table are filled, from the first. */
    int sourceGids() {
        return sourceGids;
    }

    /** For people: {@code device sim_mlx5_0}. */
    @Override
    public String toString() {
        return device;
    }
}
