// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * Passes a request of an application to a model instead of the driver. Explanations and diagnoses of failures use the
 * same queries.
 *
 * @param <G> the type of the granted values
 */
@FunctionalInterface
interface ModelQuery<G> {
    /** Returns the verdict of the model on the request. */
    Verdict<G> apply(DriverModel model);

    static ModelQuery<QpCap> createQp(QpInitAttr attr) {
        return model -> model.createQp(QpRequest.plain(attr)).map(QpGrant::granted);
    }

    static ModelQuery<QpCap> createQpEx(QpInitAttr attr) {
        return model -> model.createQp(QpRequest.extended(attr)).map(QpGrant::granted);
    }

    static ModelQuery<QpAttr> modifyQp(QpChange change) {
        return model -> model.modifyQp(change);
    }

    static ModelQuery<QpAttr> queryQp(QpQueryRequest request) {
        return model -> model.queryQp(request);
    }

    static ModelQuery<QpOpenRequest> openQp(QpOpenAttr attr) {
        return model -> model.openQp(QpOpenRequest.of(attr));
    }

    static ModelQuery<McastRequest> attachMcast(McastRequest request) {
        return model -> model.attachMcast(request);
    }

    static ModelQuery<FlowRequest> createFlow(FlowRequest request) {
        return model -> model.createFlow(request);
    }

    static ModelQuery<Integer> createCq(CqInitAttr attr) {
        return model -> model.createCq(CqRequest.plain(attr.cqe(), attr.compVector()));
    }

    static ModelQuery<Integer> createCqEx(CqInitAttr attr) {
        return model -> model.createCq(CqRequest.extended(attr));
    }

    static ModelQuery<Integer> resizeCq(int now, int cqe) {
        return model -> model.resizeCq(now, cqe);
    }

    static ModelQuery<CqModeration> moderateCq(CqModeration moderation) {
        return model -> model.moderateCq(moderation);
    }

    static ModelQuery<SrqAttr> createSrq(SrqInitAttr attr) {
        return model -> model.createSrq(SrqRequest.plain(attr.attr())).map(SrqGrant::granted);
    }

    static ModelQuery<SrqAttr> createSrqEx(SrqInitAttr attr) {
        return model -> model.createSrq(SrqRequest.extended(attr)).map(SrqGrant::granted);
    }

    static ModelQuery<SrqAttr> modifySrq(SrqAttr now, SrqAttr values, Flags<SrqAttr.Mask> mask) {
        return model -> model.modifySrq(new SrqChange(now, values, mask));
    }

    static ModelQuery<SrqType> getSrqNum(SrqType type) {
        return model -> model.getSrqNum(type);
    }

    static ModelQuery<XrcdInitAttr> openXrcd(XrcdInitAttr attr) {
        return model -> model.openXrcd(attr);
    }

    static ModelQuery<AhAttr> createAh(AhAttr attr, int sourceGids) {
        return model -> model.createAh(attr, sourceGids);
    }

    static ModelQuery<MrRequest> regMr(MrRequest request) {
        return model -> model.regMr(request);
    }

    static ModelQuery<MwType> allocMw(MwType type) {
        return model -> model.allocMw(type);
    }

    static ModelQuery<WqCap> createWq(WqInitAttr attr) {
        return model -> model.createWq(WqRequest.of(attr));
    }

    static ModelQuery<WqState> modifyWq(WqState now, WqAttr changes) {
        return model -> model.modifyWq(new WqChange(now, changes));
    }

    static ModelQuery<Integer> createRwqIndTable(RwqIndTableAttr attr) {
        return model -> model.createRwqIndTable(RwqIndTableRequest.of(attr)).map(table -> 1 << table.logIndTblSize());
    }
}
