// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.CqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.WcFlag;

/** Reads and writes completion queue requests as JSON. */
final class CqJson {
    private CqJson() {}

    static Request createCq(JsonFields fields, boolean extended) {
        JsonFields request = fields.object("request");
        if (!extended) {
            request.none("wc_flags", "flags", "comp_mask");
        }
        Request.CreateCq read = new Request.CreateCq(
                extended,
                request.int32("cqe"),
                request.int32("comp_vector"),
                request.flags("wc_flags", WcFlag.class, Long.SIZE),
                request.flags("flags", CqCreateFlag.class, Integer.SIZE),
                request.flags("comp_mask", CqInitAttr.Mask.class, Integer.SIZE));
        request.nothingElse();
        return read;
    }

    static JsonBuilder write(Request.CreateCq request) {
        return new JsonBuilder()
                .put(
                        "request",
                        new JsonBuilder()
                                .put("cqe", request.cqe())
                                .putUnlessZero("comp_vector", request.compVector())
                                .putUnlessNone("wc_flags", request.wcFlags())
                                .putUnlessNone("flags", request.flags())
                                .putUnlessNone("comp_mask", request.compMask()));
    }

    static Request resizeCq(JsonFields fields) {
        JsonFields request = fields.object("request");
        Request.ResizeCq read = new Request.ResizeCq(fields.int32("from_cqe"), request.int32("cqe"));
        request.nothingElse();
        return read;
    }

    static JsonBuilder write(Request.ResizeCq request) {
        return new JsonBuilder()
                .put("from_cqe", request.fromCqe())
                .put("request", new JsonBuilder().put("cqe", request.cqe()));
    }
}
