// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.WqInitAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqType;

/** Reads and writes work queue requests as JSON. */
final class WqJson {
    private static final TypeCodes<WqType> TYPES = new TypeCodes<>(WqType.values(), "UNKNOWN");

    private WqJson() {}

    static Request createWq(JsonFields fields) {
        JsonFields request = fields.object("request");
        WqCap cap = new WqCap(request.uint32("max_wr"), request.uint32("max_sge"));
        request.nothingElse();
        return new Request.CreateWq(
                TYPES.read(fields, "wq_type"),
                cap,
                fields.flags("create_flags", WqFlag.class, Integer.SIZE),
                fields.flags("comp_mask", WqInitAttr.Mask.class, Integer.SIZE));
    }

    static JsonBuilder write(Request.CreateWq request) {
        return new JsonBuilder()
                .put("comp_mask", request.compMask())
                .put("create_flags", request.createFlags())
                .put("wq_type", TYPES.name(request.wqTypeCode()))
                .put("request", NamedCaps.of(request.cap()));
    }
}
