// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.verbena.CqInitAttr;
import org.verbena.MrReregAttr;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WqInitAttr;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverObject;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;
import org.verbena.spi.DriverXrcd;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.WqRequest;

/**
 * Translates checked requests of the application to requests to the driver, which name driver objects instead of
 * handles.
 */
final class DriverRequests {
    private DriverRequests() {}

    static DriverQp.Init qp(DriverPd pd, QpInitAttr attr) {
        return qp(QpRequest.plain(attr), attr, Optional.of(pd));
    }

    static DriverQp.Init qpEx(QpInitAttr attr) {
        return qp(QpRequest.extended(attr), attr, drivers(attr.pd(), DriverPd.class));
    }

    private static DriverQp.Init qp(QpRequest request, QpInitAttr attr, Optional<DriverPd> pd) {
        return new DriverQp.Init(
                request,
                attr.sqSigAll(),
                pd,
                drivers(attr.sendCq(), DriverCq.class),
                drivers(attr.recvCq(), DriverCq.class),
                drivers(attr.srq(), DriverSrq.class),
                drivers(attr.xrcd(), DriverXrcd.class),
                drivers(attr.rwqIndTbl(), DriverRwqIndTable.class));
    }

    static DriverQp.Open open(QpOpenAttr attr) {
        return new DriverQp.Open(QpOpenRequest.of(attr), attr.qpNum(), drivers(attr.xrcd(), DriverXrcd.class));
    }

    static DriverSrq.Init srq(DriverPd pd, SrqInitAttr attr) {
        return new DriverSrq.Init(SrqRequest.plain(attr.attr()), Optional.of(pd), Optional.empty(), Optional.empty());
    }

    static DriverSrq.Init srqEx(SrqInitAttr attr) {
        return new DriverSrq.Init(
                SrqRequest.extended(attr),
                drivers(attr.pd(), DriverPd.class),
                drivers(attr.xrcd(), DriverXrcd.class),
                drivers(attr.cq(), DriverCq.class));
    }

    static DriverCq.Init cq(CqInitAttr attr) {
        return new DriverCq.Init(
                CqRequest.plain(attr.cqe(), attr.compVector()), drivers(attr.channel(), DriverCompChannel.class));
    }

    static DriverCq.Init cqEx(CqInitAttr attr) {
        return new DriverCq.Init(CqRequest.extended(attr), drivers(attr.channel(), DriverCompChannel.class));
    }

    static DriverWq.Init wq(WqInitAttr attr) {
        return new DriverWq.Init(
                WqRequest.of(attr),
                driver(attr.pd().orElseThrow(), DriverPd.class),
                driver(attr.cq().orElseThrow(), DriverCq.class));
    }

    static DriverRwqIndTable.Init table(RwqIndTableAttr attr) {
        return new DriverRwqIndTable.Init(
                RwqIndTableRequest.of(attr),
                attr.indTbl().stream().map(wq -> driver(wq, DriverWq.class)).toList());
    }

    static DriverMr.Rereg rereg(MrReregAttr attr, Optional<BufferPart> part) {
        return new DriverMr.Rereg(
                attr.flags(), drivers(attr.pd(), DriverPd.class), part, attr.address(), attr.length(), attr.access());
    }

    static DriverMw.Bind bind(MwBind bind) {
        MwBindInfo info = bind.bindInfo();
        return new DriverMw.Bind(
                bind.wrId(),
                bind.sendFlags(),
                driver(info.mr(), DriverMr.class),
                info.addr(),
                info.length(),
                info.access());
    }

    private static <D extends DriverObject> Optional<D> drivers(Optional<? extends VerbsObject> object, Class<D> type) {
        return object.map(present -> driver(present, type));
    }

    private static <D extends DriverObject> D driver(VerbsObject object, Class<D> type) {
        return type.cast(((Handle) object).driver());
    }
}
