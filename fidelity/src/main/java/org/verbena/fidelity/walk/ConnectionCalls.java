// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.verbena.QpInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.ConnParam;

/** Executes calls that connect identifiers and end connections. */
final class ConnectionCalls {
    private static final int DATA_FACTOR = 7;

    private ConnectionCalls() {}

    static StepAnswer listen(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        id.id().listen(step.arguments().integer(StepField.BACKLOG));
        id.reaches(CmPhase.LISTENING);
        return StepAnswer.ok();
    }

    static StepAnswer connect(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        device.cm().requested(step.number(), id.id());
        id.id().connect(param(step));
        id.reaches(CmPhase.CONNECTING);
        return StepAnswer.ok();
    }

    static StepAnswer accept(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        id.id().accept(param(step));
        id.reaches(CmPhase.ACCEPTED);
        return StepAnswer.ok();
    }

    private static ConnParam param(Step step) {
        StepArguments arguments = step.arguments();
        ConnParam.Builder param = ConnParam.builder()
                .privateData(data(step))
                .flowControl(arguments.integer(StepField.FLOW_CONTROL))
                .srq(arguments.number(StepField.USES_SRQ) != 0)
                .qpNum(arguments.number(StepField.QP_NUM));
        arguments.ifPresent(StepField.RESPONDER_RESOURCES, number -> param.responderResources((int) number));
        arguments.ifPresent(StepField.INITIATOR_DEPTH, number -> param.initiatorDepth((int) number));
        arguments.ifPresent(StepField.RETRY_COUNT, number -> param.retryCount((int) number));
        arguments.ifPresent(StepField.RNR_RETRY_COUNT, number -> param.rnrRetryCount((int) number));
        return param.build();
    }

    /** Returns data that differ from those of other steps. */
    private static ByteBuffer data(Step step) {
        ByteBuffer data = ByteBuffer.allocate(step.arguments().integer(StepField.PRIVATE_DATA_LEN));
        for (int i = 0; i < data.capacity(); i++) {
            data.put(i, (byte) (step.number() * DATA_FACTOR + i + 1));
        }
        return data;
    }

    static StepAnswer reject(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        if (step.arguments().number(StepField.ECE) == 0) {
            id.id().reject(data(step));
        } else {
            id.id().rejectEce(data(step));
        }
        id.reaches(CmPhase.ENDED);
        return StepAnswer.ok();
    }

    static StepAnswer establish(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        id.id().establish();
        id.reaches(CmPhase.CONNECTED);
        return StepAnswer.ok();
    }

    static StepAnswer disconnect(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        id.id().disconnect();
        id.reaches(CmPhase.ENDED);
        return StepAnswer.ok();
    }

    static StepAnswer event(WalkDevice device, Step step) {
        device.cm().id(step).id().notifyEvent(AsyncEventType.of(step.arguments().integer(StepField.EVENT)));
        return StepAnswer.ok();
    }

    static StepAnswer createQp(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .maxSendWr(step.arguments().number(StepField.MAX_SEND_WR))
                .maxRecvWr(step.arguments().number(StepField.MAX_RECV_WR))
                .maxSendSge(1)
                .maxRecvSge(1);
        if (step.arguments().has(StepField.QP_TYPE)) {
            attr.qpType(QpType.of(step.arguments().integer(StepField.QP_TYPE)));
        }
        device.cm().named(id.id().createQp(attr.build()).qpNum(), id);
        return StepAnswer.ok();
    }

    static StepAnswer destroyQp(WalkDevice device, Step step) {
        device.cm().id(step).id().destroyQp();
        return StepAnswer.ok();
    }

    static StepAnswer initQpAttr(WalkDevice device, Step step) {
        WalkedId id = device.cm().id(step);
        QpAttr attr = id.id().initQpAttr(QpState.of(step.arguments().integer(StepField.QP_STATE)));
        Map<String, String> fields = new TreeMap<>();
        fields.put("attr_mask", attr.attrMask().toString());
        for (QpAttr.Mask mask : QpAttr.Mask.values()) {
            if (attr.attrMask().contains(mask)) {
                fields.put(mask.cName(), value(device, attr, mask, id));
            }
        }
        return StepAnswer.ok().with(fields);
    }

    /** Returns a value that the mask contains. The sides choose their sequence numbers at random. */
    private static String value(WalkDevice device, QpAttr attr, QpAttr.Mask mask, WalkedId id) {
        return switch (mask) {
            case STATE -> attr.qpState().name();
            case ACCESS_FLAGS -> attr.qpAccessFlags().toString();
            case PKEY_INDEX -> Integer.toString(attr.pkeyIndex());
            case PORT -> Integer.toString(attr.portNum());
            case QKEY -> Long.toHexString(attr.qkey());
            case AV -> describe(device, attr.ahAttr(), id);
            case PATH_MTU -> attr.pathMtu().name();
            case TIMEOUT -> Integer.toString(attr.timeout());
            case RETRY_CNT -> Integer.toString(attr.retryCnt());
            case RNR_RETRY -> Integer.toString(attr.rnrRetry());
            case MAX_QP_RD_ATOMIC -> Integer.toString(attr.maxRdAtomic());
            case MAX_DEST_RD_ATOMIC -> Integer.toString(attr.maxDestRdAtomic());
            case MIN_RNR_TIMER -> Integer.toString(attr.minRnrTimer());
            case DEST_QPN -> device.cm().qpName(attr.destQpNum());
            default -> "set";
        };
    }

    private static String describe(WalkDevice device, AhAttr ah, WalkedId id) {
        String grh = ah.grh()
                .map(route -> "dgid=%s,flow=%s,hops=%d,class=%d"
                        .formatted(
                                device.cm().addresses().describe(route.dgid()),
                                CmState.flowLabel(route.flowLabel(), id.id()),
                                route.hopLimit(),
                                route.trafficClass()))
                .orElse("");
        return "[%s,sl=%d,dlid=%d,port=%d]".formatted(grh, ah.sl(), ah.dlid(), ah.portNum());
    }

    static StepAnswer setEce(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.cm()
                .id(step)
                .id()
                .setLocalEce(new Ece(arguments.number(StepField.VENDOR_ID), arguments.number(StepField.OPTIONS)));
        return StepAnswer.ok();
    }

    static StepAnswer remoteEce(WalkDevice device, Step step) {
        return StepAnswer.ok().with("ece", device.cm().id(step).id().remoteEce());
    }
}
