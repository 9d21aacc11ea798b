package org.verbena.spi.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.json.JSONObject;
import org.verbena.AhAttr;
import org.verbena.CqCreateFlag;
import org.verbena.CqInitAttrMask;
import org.verbena.Flags;
import org.verbena.Gid;
import org.verbena.GlobalRoute;
import org.verbena.Mtu;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.RxHashConf;
import org.verbena.RxHashField;
import org.verbena.RxHashFunction;
import org.verbena.SendOp;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;
import org.verbena.SrqInitAttrMask;
import org.verbena.SrqType;
import org.verbena.TmCap;
import org.verbena.WcFlag;
import org.verbena.WqCap;
import org.verbena.WqFlag;
import org.verbena.WqInitAttrMask;
import org.verbena.WqType;

/** Puts the requests of recorded lines to a model, and says where its answer differs from the recorded one. */
final class VectorReplay {
    private static final int UNKNOWN_TYPE = 99;
    private static final long XRC_MASK = 0b1111;
    private static final int SOME_TABLE = 2;

    private final DriverModel model;

    VectorReplay(DriverModel model) {
        this.model = model;
    }

    /** The differences between a line and the model's answer, empty if they agree. */
    List<String> differences(JSONObject line) {
        JSONObject request = line.optJSONObject("request", new JSONObject());
        return switch (line.getString("op")) {
            case "create_qp", "create_qp_ex" ->
                compare(line, model.createQp(qpRequest(line, request)), VectorReplay::qp);
            case "modify_qp" -> modifyQp(line);
            case "create_cq", "create_cq_ex" ->
                compare(line, model.createCq(cqRequest(line, request)), VectorReplay::cq);
            case "resize_cq" ->
                compare(line, model.resizeCq(line.getInt("from_cqe"), request.getInt("cqe")), VectorReplay::cq);
            case "create_srq", "create_srq_ex" ->
                compare(line, model.createSrq(srqRequest(line, request)), VectorReplay::srq);
            case "modify_srq" -> modifySrq(line, request);
            case "create_wq" -> compare(line, model.createWq(wqRequest(line, request)), VectorReplay::wq);
            default -> List.of("unknown op");
        };
    }

    private static <G> List<String> compare(JSONObject line, Verdict<G> verdict, Function<G, JSONObject> answer) {
        if (verdict instanceof Verdict.Granted<G> granted) {
            JSONObject said = answer.apply(granted.grant());
            List<String> differences = new ArrayList<>();
            if (line.has("errno")) {
                differences.add("granted " + said);
            }
            for (String key : List.of("granted", "queried", "qp_ex")) {
                if (line.has(key) && !agrees(line.get(key), said.opt(key))) {
                    differences.add(key + " " + said.opt(key));
                }
            }
            return differences;
        }
        Verdict.Refused<G> refused = (Verdict.Refused<G>) verdict;
        return refused.errno().name().equals(line.optString("errno"))
                ? List.of()
                : List.of("refused: " + refused.violations());
    }

    /** A recorded object may lack fields that the model reports. */
    private static boolean agrees(Object recorded, Object said) {
        if (recorded instanceof JSONObject fields && said instanceof JSONObject others) {
            return fields.keySet().stream().allMatch(key -> fields.getLong(key) == others.getLong(key));
        }
        return recorded.equals(said);
    }

    // ---------------------------------------------------------------- queue pairs

    private static QpRequest qpRequest(JSONObject line, JSONObject request) {
        boolean extended = line.getString("op").equals("create_qp_ex");
        Flags<QpInitAttrMask> mask =
                Flags.ofMask(QpInitAttrMask.class, extended ? line.getLong("comp_mask") : QpInitAttrMask.PD.mask());
        boolean table = mask.contains(QpInitAttrMask.IND_TABLE);
        return new QpRequest(
                extended,
                qpType(line.getString("qp_type")),
                cap(request),
                !table,
                !table,
                line.getBoolean("srq") ? Optional.of(SrqType.BASIC) : Optional.empty(),
                mask,
                Flags.ofMask(QpCreateFlag.class, line.optLong("create_flags")),
                line.optInt("max_tso_header"),
                table ? OptionalInt.of(SOME_TABLE) : OptionalInt.empty(),
                mask.contains(QpInitAttrMask.RX_HASH) ? Optional.of(hash(line)) : Optional.empty(),
                0,
                Flags.ofMask(SendOp.class, line.optLong("send_ops_flags")));
    }

    private static RxHashConf hash(JSONObject line) {
        return RxHashConf.of(
                Flags.of(RxHashFunction.TOEPLITZ),
                new byte[line.getInt("rx_hash_key_len")],
                Flags.ofMask(RxHashField.class, line.optLong("rx_hash_fields_mask")));
    }

    private static int qpType(String name) {
        return name.equals("?") ? UNKNOWN_TYPE : QpType.valueOf(name).value();
    }

    private static QpCap cap(JSONObject cap) {
        return new QpCap(
                cap.getLong("max_send_wr"),
                cap.getLong("max_recv_wr"),
                cap.getLong("max_send_sge"),
                cap.getLong("max_recv_sge"),
                cap.getLong("max_inline_data"));
    }

    private static JSONObject cap(QpCap cap) {
        return new JSONObject()
                .put("max_send_wr", cap.maxSendWr())
                .put("max_recv_wr", cap.maxRecvWr())
                .put("max_send_sge", cap.maxSendSge())
                .put("max_recv_sge", cap.maxRecvSge())
                .put("max_inline_data", cap.maxInlineData());
    }

    private static JSONObject qp(QpGrant grant) {
        return new JSONObject()
                .put("granted", cap(grant.granted()))
                .put("queried", cap(grant.queried()))
                .put("qp_ex", grant.extended());
    }

    private List<String> modifyQp(JSONObject line) {
        QpState from = QpState.valueOf(line.getString("from"));
        QpAttr now = QpAttr.builder().qpState(from).portNum(1).build();
        QpAttr wanted = validAttributes()
                .curQpState(from)
                .qpState(QpState.valueOf(line.getString("to")))
                .attrMask(Flags.ofMask(QpAttrMask.class, line.getLong("attr_mask")))
                .build();
        Verdict<QpAttr> verdict = model.modifyQp(new QpChange(qpType(line.getString("qp_type")), false, now, wanted));
        List<String> differences = new ArrayList<>(compare(line, verdict, after -> new JSONObject()));
        QpState then = verdict instanceof Verdict.Granted<QpAttr> granted
                ? granted.grant().qpState()
                : from;
        if (!then.name().equals(line.getString("then"))) {
            differences.add("then " + then);
        }
        return differences;
    }

    private static QpAttr.Builder validAttributes() {
        AhAttr path = AhAttr.global(GlobalRoute.to(Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6301"), 1), 1);
        return QpAttr.builder()
                .portNum(1)
                .ahAttr(path)
                .altAhAttr(path)
                .altPortNum(1)
                .pathMtu(Mtu.BYTES_1024)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .minRnrTimer(12)
                .maxRdAtomic(1)
                .maxDestRdAtomic(1)
                .cap(new QpCap(16, 16, 1, 1, 0));
    }

    // ---------------------------------------------------------------- completion queues

    private static CqRequest cqRequest(JSONObject line, JSONObject request) {
        return new CqRequest(
                line.getString("op").equals("create_cq_ex"),
                request.getInt("cqe"),
                request.optInt("comp_vector"),
                Flags.ofMask(WcFlag.class, request.optLong("wc_flags")),
                Flags.ofMask(CqCreateFlag.class, request.optLong("flags")),
                Flags.ofMask(CqInitAttrMask.class, request.optLong("comp_mask")));
    }

    private static JSONObject cq(int cqe) {
        return new JSONObject().put("granted", new JSONObject().put("cqe", cqe));
    }

    // ---------------------------------------------------------------- shared receive queues

    private static SrqRequest srqRequest(JSONObject line, JSONObject request) {
        SrqAttr attr = srqAttr(request);
        if (line.getString("op").equals("create_srq")) {
            return SrqRequest.plain(attr);
        }
        return new SrqRequest(
                true,
                attr,
                SrqType.valueOf(line.getString("srq_type")).value(),
                Flags.ofMask(SrqInitAttrMask.class, line.optLong("comp_mask", XRC_MASK)),
                new TmCap(0, 0));
    }

    private static SrqAttr srqAttr(JSONObject attr) {
        return new SrqAttr(attr.optLong("max_wr"), attr.optLong("max_sge"), attr.optLong("srq_limit"));
    }

    private static JSONObject srqAttr(SrqAttr attr) {
        return new JSONObject()
                .put("max_wr", attr.maxWr())
                .put("max_sge", attr.maxSge())
                .put("srq_limit", attr.srqLimit());
    }

    private static JSONObject srq(SrqGrant grant) {
        return new JSONObject().put("granted", srqAttr(grant.granted())).put("queried", srqAttr(grant.queried()));
    }

    private List<String> modifySrq(JSONObject line, JSONObject request) {
        SrqGrant created = model.createSrq(SrqRequest.plain(srqAttr(line.getJSONObject("created"))))
                .orElseThrow("ibv_create_srq", "the recorded queue");
        SrqChange change = new SrqChange(
                created.queried(), srqAttr(request), Flags.ofMask(SrqAttrMask.class, line.getLong("attr_mask")));
        return compare(line, model.modifySrq(change), after -> new JSONObject().put("queried", srqAttr(after)));
    }

    // ---------------------------------------------------------------- work queues

    private static WqRequest wqRequest(JSONObject line, JSONObject request) {
        String type = line.getString("wq_type");
        return new WqRequest(
                type.equals("UNKNOWN") ? UNKNOWN_TYPE : WqType.valueOf(type).value(),
                request.getLong("max_wr"),
                request.getLong("max_sge"),
                Flags.ofMask(WqFlag.class, line.getLong("create_flags")),
                Flags.ofMask(WqInitAttrMask.class, line.getLong("comp_mask")));
    }

    private static JSONObject wq(WqCap cap) {
        return new JSONObject()
                .put("granted", new JSONObject().put("max_wr", cap.maxWr()).put("max_sge", cap.maxSge()));
    }
}
