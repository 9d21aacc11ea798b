package org.verbena.core.model.drivers;

import java.util.List;
import java.util.Set;
import org.verbena.attr.GidType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.spi.model.Limits;

/** A base class for the models of Mellanox and NVIDIA adapters, whose libraries and kernel drivers share a structure. */
abstract class MlxModel extends BaseModel {
    MlxModel(String name, String firmware, Limits limits) {
        super(name, List.of(), firmware, limits, Set.of(OptionalVerb.values()));
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
