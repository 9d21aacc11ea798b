package org.verbena.provider.sim.control;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;

/** What all contexts of one device share: its model, what there is of everything, the numbers, and the XRC domains. */
final class SimKernel {
    private static final long MAX_24_BITS = 0xFF_FFFF;
    private static final long FIRST_QP_NUM = 0x40;
    private static final long FIRST_ADDRESS = 0x7F00_0000_0000L;
    private static final long PAGE = 4096;

    private final String device;
    private final DriverModel model;
    private final Map<ObjectType, Quota> quotas = new EnumMap<>(ObjectType.class);
    private final NumberPool qpNumbers;
    private final NumberPool srqNumbers;
    private final NumberPool wqNumbers;
    private final NumberPool indTableNumbers;
    private final NumberPool memoryKeys;
    private final McastGroups mcastGroups;
    private final XrcDomains xrcDomains;
    private final AtomicLong nextAddress = new AtomicLong(FIRST_ADDRESS);

    SimKernel(String device, DriverModel model) {
        this.device = "device " + device;
        this.model = model;
        Limits limits = model.limits();
        for (ObjectType type : ObjectType.values()) {
            type.limit()
                    .filter(limits.names()::contains)
                    .ifPresent(name -> quotas.put(type, new Quota(this.device, type, name, limits.get(name))));
        }
        qpNumbers = new NumberPool(this.device, ObjectType.QP, FIRST_QP_NUM, MAX_24_BITS);
        srqNumbers = new NumberPool(this.device, ObjectType.SRQ, 1, MAX_24_BITS);
        wqNumbers = new NumberPool(this.device, ObjectType.WQ, 1, MAX_24_BITS);
        indTableNumbers = new NumberPool(this.device, ObjectType.RWQ_IND_TABLE, 1, MAX_24_BITS);
        memoryKeys = new NumberPool(this.device, ObjectType.MR, 1, MAX_24_BITS);
        mcastGroups = new McastGroups(this.device, limits);
        xrcDomains = new XrcDomains(this.device);
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

    /** Addresses for a buffer that has none: whole pages, never the same twice, with a page between neighbours. */
    long reserveAddresses(long length) {
        long pages = (length + PAGE - 1) / PAGE + 1;
        return nextAddress.getAndAdd(pages * PAGE);
    }

    /** For people: {@code device sim_mlx5_0}. */
    @Override
    public String toString() {
        return device;
    }
}
