// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.List;
import java.util.Set;
import org.verbena.attr.GidType;
import org.verbena.attr.NodeType;
import org.verbena.attr.QpAttr;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.IwarpRules;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;

/**
 * A base class of models for adapters that use only iWARP. They have connections, but no address handles and no
 * multicast groups.
 */
abstract class IwarpModel extends BaseModel {
    IwarpModel(String name, String firmware, Limits limits, Set<OptionalVerb> verbs) {
        super(name, List.of(), firmware, limits, verbs);
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

    // ---------------------------------------------------------------- queue pairs

    @Override
    protected QpAttr applied(QpChange change) {
        return IwarpRules.applied(change);
    }

    @Override
    protected QpAttr reported(QpQueryRequest request) {
        return IwarpRules.reported(request, limits()).build();
    }
}
