package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GidType;
import org.verbena.attr.NodeType;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.Verdict;

/**
 * A base class of models for adapters that use only iWARP. They have connections, but no address handles and no
 * multicast groups.
 */
abstract class IwarpModel extends BaseModel {
    public IwarpModel(String name, String firmware, Limits limits) {
        super(name, List.of(), firmware, limits);
    }

    /** Returns one type. The GID table has one entry, made from the MAC address, that no address uses. */
    @Override
    public final List<GidType> gidTypes() {
        return List.of(GidType.IB);
    }

    @Override
    public final NodeType nodeType() {
        return NodeType.RNIC;
    }

    @Override
    public final Verdict<McastRequest> attachMcast(McastRequest request) {
        return unsupported("ibv_attach_mcast");
    }

    @Override
    public final Verdict<AhAttr> createAh(AhAttr request, int sourceGids) {
        return unsupported("ibv_create_ah");
    }
}
