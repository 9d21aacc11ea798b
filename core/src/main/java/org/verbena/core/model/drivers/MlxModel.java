package org.verbena.core.model.drivers;

import java.util.List;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.GidType;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.core.model.rules.BaseModel;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.CreateQpRules;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;

/** A base class for the models of Mellanox and NVIDIA adapters, whose libraries and kernel drivers share a structure. */
abstract class MlxModel extends BaseModel {
    MlxModel(String name, String firmware, Limits limits) {
        super(name, List.of(), firmware, limits);
    }

    /** Checks the rules of the library. */
    abstract void library(QpRequest request, Checklist checks);

    /** Checks the rules of the kernel driver. */
    abstract void kernel(QpRequest request, Checklist checks);

    /** Returns the capabilities of a permitted request. */
    abstract QpGrant grant(QpRequest request);

    @Override
    public List<GidType> gidTypes() {
        return List.of(GidType.ROCE_V1, GidType.ROCE_V2);
    }

    @Override
    public Verdict<MwType> allocMw(MwType type) {
        return new Verdict.Granted<>(type);
    }

    @Override
    public Verdict<MrRequest> reregMr(MrRequest request) {
        return regMr(request);
    }

    @Override
    public Verdict<QpGrant> createQp(QpRequest asked) {
        QpRequest request = asked.dispatched();
        return Checklist.of(
                        checks -> library(request, checks),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> CreateQpRules.uverbs(request, checks),
                        checks -> kernel(request, checks))
                .grant(() -> grant(request));
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).pathMtuCode(0).build();
    }

    @Override
    public Verdict<FlowRequest> createFlow(FlowRequest request) {
        return Checklist.of(checks -> ObjectRules.flow(request, limits(), checks))
                .grant(() -> request);
    }

    @Override
    public Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request) {
        return Checklist.of(checks -> ObjectRules.xrcd(request, checks)).grant(() -> request);
    }

    @Override
    public Verdict<QpOpenRequest> openQp(QpOpenRequest request) {
        return Checklist.of(checks -> ObjectRules.openQp(request, checks)).grant(() -> request);
    }
}
