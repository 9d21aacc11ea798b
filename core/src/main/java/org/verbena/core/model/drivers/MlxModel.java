// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.attr.QpType.RAW_PACKET;

import java.util.List;
import java.util.Set;
import org.verbena.attr.GidType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/**
 * A base class for the models of Mellanox and NVIDIA adapters, whose libraries and kernel drivers share a structure.
 */
abstract class MlxModel extends BaseModel {
    MlxModel(String name, String firmware, Limits limits) {
        super(name, List.of(), firmware, limits, Set.of(OptionalVerb.values()));
    }

    /** Checks the fields that a queue pair for receive-side scaling needs, and returns the rules. */
    static Checklist.Rules receiveSideScaling(QpRequest request, Checklist.Rules rules) {
        boolean complete = request.has(IND_TABLE)
                && request.has(RX_HASH)
                && request.indTableLogSize().isPresent();
        return rules.require(
                        complete,
                        "comp_mask",
                        request.compMask(),
                        "with IND_TABLE and RX_HASH",
                        "the indirection table and the hash require each other")
                .require(
                        request.is(RAW_PACKET),
                        "qp_type",
                        request.typeName(),
                        RAW_PACKET,
                        "only RAW_PACKET queue pairs support RSS");
    }

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).pathMtuCode(0).build();
    }
}
