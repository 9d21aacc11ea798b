// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;

/** Reads and writes shared receive queue requests as JSON. */
final class SrqJson {
    private static final TypeCodes<SrqType> TYPES = new TypeCodes<>(SrqType.values(), "?");
    private static final int BASIC = SrqType.BASIC.value();

    private SrqJson() {}

    static Request createSrq(JsonFields fields) {
        if (fields.has("srq_type") && TYPES.read(fields, "srq_type") != BASIC) {
            throw fields.refuse("srq_type", "ibv_create_srq creates only BASIC queues");
        }
        return new Request.CreateSrq(false, BASIC, Flags.none(SrqInitAttr.Mask.class), attr(fields, "request"));
    }

    static Request createSrqEx(JsonFields fields) {
        int type = TYPES.read(fields, "srq_type");
        return new Request.CreateSrq(
                true,
                type,
                fields.has("comp_mask")
                        ? fields.flags("comp_mask", SrqInitAttr.Mask.class, Integer.SIZE)
                        : SrqInitAttrs.fieldsOf(SrqType.of(type)),
                attr(fields, "request"));
    }

    static JsonBuilder write(Request.CreateSrq request) {
        JsonBuilder json = new JsonBuilder().put("srq_type", TYPES.name(request.srqTypeCode()));
        if (request.extended()) {
            json.put("comp_mask", request.compMask());
        }
        return json.put("request", NamedCaps.of(request.attr()));
    }

    static Request modifySrq(JsonFields fields) {
        return new Request.ModifySrq(
                attr(fields, "created"),
                attr(fields, "request"),
                fields.flags("attr_mask", SrqAttr.Mask.class, Integer.SIZE));
    }

    static JsonBuilder write(Request.ModifySrq request) {
        return new JsonBuilder()
                .put("created", NamedCaps.of(request.created()))
                .put("attr_mask", request.attrMask())
                .put("request", NamedCaps.of(request.attr()));
    }

    private static SrqAttr attr(JsonFields fields, String name) {
        JsonFields object = fields.object(name);
        SrqAttr attr = new SrqAttr(object.uint32("max_wr"), object.uint32("max_sge"), object.uint32("srq_limit"));
        object.nothingElse();
        return attr;
    }
}
