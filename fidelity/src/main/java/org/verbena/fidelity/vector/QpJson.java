// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.QpInitAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;

/** Reads and writes queue pair requests as JSON. */
final class QpJson {
    private static final TypeCodes<QpType> TYPES = new TypeCodes<>(QpType.values(), "?");

    private QpJson() {}

    static Request createQp(JsonFields fields, boolean extended) {
        if (!extended) {
            fields.none(
                    "comp_mask",
                    "create_flags",
                    "send_ops_flags",
                    "max_tso_header",
                    "rx_hash_key_len",
                    "rx_hash_fields_mask");
        }
        return new Request.CreateQp(
                extended,
                TYPES.read(fields, "qp_type"),
                fields.flag("srq"),
                fields.flag("sq_sig_all"),
                cap(fields.object("request")),
                fields.flags("comp_mask", QpInitAttr.Mask.class, Integer.SIZE),
                fields.flags("create_flags", QpCreateFlag.class, Integer.SIZE),
                fields.flags("send_ops_flags", SendOp.class, Long.SIZE),
                (int) fields.unsigned("max_tso_header", Short.SIZE),
                (int) fields.unsigned("rx_hash_key_len", Byte.SIZE),
                fields.flags("rx_hash_fields_mask", RxHashField.class, Long.SIZE));
    }

    private static QpCap cap(JsonFields request) {
        QpCap cap = QpCap.ZERO;
        for (QpCapField field : QpCapField.values()) {
            cap = field.set(cap, request.uint32(field.cName()));
        }
        request.nothingElse();
        return cap;
    }

    static JsonBuilder write(Request.CreateQp request) {
        JsonBuilder json = new JsonBuilder();
        if (request.extended()) {
            json.put("comp_mask", request.compMask())
                    .putUnlessNone("create_flags", request.createFlags())
                    .putUnlessNone("send_ops_flags", request.sendOps())
                    .putUnlessZero("max_tso_header", request.maxTsoHeader())
                    .putUnlessZero("rx_hash_key_len", request.rxHashKeyLen())
                    .putUnlessNone("rx_hash_fields_mask", request.rxHashFields());
        }
        return json.put("qp_type", TYPES.name(request.qpTypeCode()))
                .put("srq", request.srq())
                .put("sq_sig_all", request.sqSigAll())
                .put("request", NamedCaps.of(request.cap()));
    }

    static Request modifyQp(JsonFields fields) {
        return new Request.ModifyQp(
                TYPES.read(fields, "qp_type"),
                fields.constant("from", QpState.class),
                fields.constant("to", QpState.class),
                fields.flags("attr_mask", QpAttr.Mask.class, Integer.SIZE));
    }

    static JsonBuilder write(Request.ModifyQp request) {
        return new JsonBuilder()
                .put("qp_type", TYPES.name(request.qpTypeCode()))
                .put("from", request.from().name())
                .put("to", request.to().name())
                .put("attr_mask", request.attrMask());
    }
}
