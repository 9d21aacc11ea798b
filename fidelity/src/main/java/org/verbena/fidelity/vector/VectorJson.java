// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.verbena.attr.QpState;

/** Reads and writes a vector as one JSON object. */
final class VectorJson {
    private VectorJson() {}

    static Vector read(String where, String line) {
        JsonFields fields = JsonFields.parse(where, line);
        return new Vector(
                fields.text("driver"),
                fields.text("config"),
                request(fields),
                answer(fields),
                fields.flag("errno_unset"),
                fields.optionalText("note"));
    }

    private static Request request(JsonFields fields) {
        Op op = Op.of(fields.text("op")).orElseThrow(() -> fields.refuse("op", "it must be one of " + Op.words()));
        return switch (op) {
            case CREATE_QP -> QpJson.createQp(fields, false);
            case CREATE_QP_EX -> QpJson.createQp(fields, true);
            case MODIFY_QP -> QpJson.modifyQp(fields);
            case CREATE_CQ -> CqJson.createCq(fields, false);
            case CREATE_CQ_EX -> CqJson.createCq(fields, true);
            case RESIZE_CQ -> CqJson.resizeCq(fields);
            case CREATE_SRQ -> SrqJson.createSrq(fields);
            case CREATE_SRQ_EX -> SrqJson.createSrqEx(fields);
            case MODIFY_SRQ -> SrqJson.modifySrq(fields);
            case CREATE_WQ -> WqJson.createWq(fields);
        };
    }

    private static Answer answer(JsonFields fields) {
        if (fields.isSet("errno") && fields.isSet("granted")) {
            throw fields.refuse("errno", "errno and granted exclude each other");
        }
        return new Answer(
                fields.errno("errno"),
                fields.caps("granted"),
                fields.caps("queried"),
                fields.optionalFlag("qp_ex"),
                fields.isSet("then") ? Optional.of(fields.constant("then", QpState.class)) : Optional.empty(),
                List.of());
    }

    static Map<String, Object> write(Vector vector) {
        JsonBuilder json = new JsonBuilder()
                .put("driver", vector.driver())
                .put("config", vector.config())
                .put("op", vector.request().op().word())
                .putAll(vector.request().accept(new RequestWriter()));
        write(vector.answer(), json);
        if (vector.errnoUnset()) {
            json.put("errno_unset", true);
        }
        vector.note().ifPresent(note -> json.put("note", note));
        return json.build();
    }

    private static void write(Answer answer, JsonBuilder json) {
        answer.errno().ifPresent(errno -> json.put("errno", errno));
        if (!answer.granted().values().isEmpty()) {
            json.put("granted", answer.granted());
        }
        if (!answer.queried().values().isEmpty()) {
            json.put("queried", answer.queried());
        }
        answer.qpEx().ifPresent(extended -> json.put("qp_ex", extended));
        answer.then().ifPresent(state -> json.put("then", state.name()));
    }

    /** Returns a request in one line, for display: the call, then its fields. */
    static String text(Request request) {
        StringBuilder text = new StringBuilder(request.op().word());
        append(text, request.accept(new RequestWriter()).build());
        return text.toString();
    }

    private static void append(StringBuilder text, Map<?, ?> fields) {
        fields.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                append(text, inner);
            } else {
                text.append(' ').append(name).append('=').append(value);
            }
        });
    }

    /** Writes the fields of a request, without the name of the call. */
    private static final class RequestWriter implements Request.Visitor<JsonBuilder> {
        @Override
        public JsonBuilder createQp(Request.CreateQp request) {
            return QpJson.write(request);
        }

        @Override
        public JsonBuilder modifyQp(Request.ModifyQp request) {
            return QpJson.write(request);
        }

        @Override
        public JsonBuilder createCq(Request.CreateCq request) {
            return CqJson.write(request);
        }

        @Override
        public JsonBuilder resizeCq(Request.ResizeCq request) {
            return CqJson.write(request);
        }

        @Override
        public JsonBuilder createSrq(Request.CreateSrq request) {
            return SrqJson.write(request);
        }

        @Override
        public JsonBuilder modifySrq(Request.ModifySrq request) {
            return SrqJson.write(request);
        }

        @Override
        public JsonBuilder createWq(Request.CreateWq request) {
            return WqJson.write(request);
        }
    }
}
