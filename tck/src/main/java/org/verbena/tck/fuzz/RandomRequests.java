// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.TmCap;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqFlag;
import org.verbena.tck.fixture.Fixture;

/** The creation calls, each with a random request. Each call includes building the request, which may already fail. */
final class RandomRequests {
    private static final List<Integer> QP_TYPES =
            List.of(2, 2, 2, 2, 3, 4, 4, 8, 8, 9, 10, 0, 1, 5, 255, 1000, -1, Integer.MIN_VALUE);
    private static final List<Integer> HASH_KEY_LENGTHS = List.of(40, 40, 40, 40, 0, 1, 39, 41, 255, 256);
    private static final List<Integer> TABLE_SIZES = List.of(1, 1, 2, 2, 4, 8, 64, 0, 3, 5);
    private static final List<Integer> DESCRIPTORS = List.of(-1, -1, -1, -2, 1_000_000, Integer.MIN_VALUE);
    private static final int MASK_WITHOUT_MEANING = 20;
    private static final int PAGE = 4096;

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final DeviceAttr limits;
    private final AhAttr ownAddress;
    private final ObjectPool pool;
    private final Optional<XrcDomain> domainOfTargets;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(16 * PAGE);
    private final MemoryRegion region;

    RandomRequests(Fixture fixture) {
        context = fixture.context();
        pd = fixture.pd();
        limits = fixture.limits();
        ownAddress = fixture.ownAddress();
        pool = new ObjectPool(fixture);
        domainOfTargets = pool.targets.isEmpty() ? Optional.empty() : Optional.of(fixture.xrcd());
        region = pd.regMr(memory, Flags.of(AccessFlag.LOCAL_WRITE));
    }

    VerbsObject createCq(RandomValues random) {
        CqInitAttr.Builder request = cq(random);
        if (random.oneIn(20)) {
            request.wcFlags(random.flags(WcFlag.class));
        }
        return context.createCq(request.build());
    }

    VerbsObject createCqEx(RandomValues random) {
        CqInitAttr.Builder request = cq(random).wcFlags(random.flags(WcFlag.class));
        if (random.oneIn(3)) {
            request.flags(random.flags(CqCreateFlag.class));
        }
        if (random.oneIn(MASK_WITHOUT_MEANING)) {
            request.compMask(random.flags(CqInitAttr.Mask.class));
        }
        return context.createCqEx(request.build());
    }

    private CqInitAttr.Builder cq(RandomValues random) {
        CqInitAttr.Builder request = CqInitAttr.builder().cqe(random.number(limits.maxCqe()));
        if (random.oneIn(3)) {
            request.compVector(random.number(context.numCompVectors() - 1L));
        }
        if (random.oneIn(3)) {
            pool.channels.pick(random).ifPresent(request::channel);
        }
        return request;
    }

    VerbsObject createSrq(RandomValues random) {
        SrqInitAttr.Builder request = srq(random);
        if (random.oneIn(20)) {
            pool.pds.pick(random).ifPresent(request::pd);
        }
        return pd.createSrq(request.build());
    }

    VerbsObject createSrqEx(RandomValues random) {
        SrqInitAttr.Builder request = srq(random);
        if (!random.oneIn(10)) {
            pool.pds.pick(random).ifPresent(request::pd);
        }
        if (!random.oneIn(3)) {
            request.srqTypeCode(random.small(3));
        }
        if (random.oneIn(2)) {
            pool.cqs.pick(random).ifPresent(request::cq);
        }
        if (random.oneIn(2)) {
            pool.xrcds.pick(random).ifPresent(request::xrcd);
        }
        if (random.oneIn(5)) {
            request.tmCap(new TmCap(random.number(64), random.number(64)));
        }
        if (random.oneIn(MASK_WITHOUT_MEANING)) {
            request.compMask(random.flags(SrqInitAttr.Mask.class));
        }
        return context.createSrqEx(request.build());
    }

    private SrqInitAttr.Builder srq(RandomValues random) {
        return SrqInitAttr.builder()
                .attr(new SrqAttr(
                        random.number(limits.maxSrqWr()),
                        random.number(limits.maxSrqSge()),
                        random.oneIn(5) ? random.number(16) : 0));
    }

    VerbsObject createQp(RandomValues random) {
        QpInitAttr.Builder request = qp(random);
        if (random.oneIn(20)) {
            pool.pds.pick(random).ifPresent(request::pd);
        }
        return pd.createQp(request.build());
    }

    VerbsObject createQpEx(RandomValues random) {
        QpInitAttr.Builder request = qp(random);
        if (!random.oneIn(10)) {
            pool.pds.pick(random).ifPresent(request::pd);
        }
        if (random.oneIn(3)) {
            request.sendOpsFlags(random.flags(SendOp.class));
        }
        if (random.oneIn(5)) {
            request.createFlags(random.flags(QpCreateFlag.class));
        }
        if (random.oneIn(10)) {
            request.sourceQpn(random.number(0xFF_FFFF));
        }
        if (random.oneIn(10)) {
            request.maxTsoHeader(random.small(0xFFFF));
        }
        if (random.oneIn(5)) {
            pool.xrcds.pick(random).ifPresent(request::xrcd);
        }
        if (random.oneIn(5)) {
            pool.tables.pick(random).ifPresent(request::rwqIndTbl);
            request.rxHashConf(hash(random));
        }
        if (random.oneIn(MASK_WITHOUT_MEANING)) {
            request.compMask(random.flags(QpInitAttr.Mask.class));
        }
        return context.createQpEx(request.build());
    }

    private QpInitAttr.Builder qp(RandomValues random) {
        QpInitAttr.Builder request = QpInitAttr.builder()
                .qpTypeCode(random.oneOf(QP_TYPES))
                .sqSigAll(random.oneIn(2))
                .cap(new QpCap(
                        random.number(limits.maxQpWr()),
                        random.number(limits.maxQpWr()),
                        random.number(limits.maxSge()),
                        random.number(limits.maxSge()),
                        random.oneIn(2) ? 0 : random.number(1024)));
        if (!random.oneIn(15)) {
            pool.cqs.pick(random).ifPresent(request::sendCq);
        }
        if (!random.oneIn(15)) {
            pool.cqs.pick(random).ifPresent(request::recvCq);
        }
        if (random.oneIn(5)) {
            pool.srqs.pick(random).ifPresent(request::srq);
        }
        return request;
    }

    private static RxHashConf hash(RandomValues random) {
        return RxHashConf.of(
                random.oneIn(5) ? random.flags(RxHashFunction.class) : Flags.of(RxHashFunction.TOEPLITZ),
                random.bytes(random.oneOf(HASH_KEY_LENGTHS)),
                random.flags(RxHashField.class));
    }

    VerbsObject openQp(RandomValues random) {
        QpOpenAttr.Builder request = QpOpenAttr.builder().qpNum(random.number(0xFF_FFFF));
        if (!random.oneIn(3)) {
            pool.targets
                    .pick(random)
                    .filter(target -> !target.isClosed())
                    .ifPresent(target -> request.qpNum(target.qpNum()));
        }
        (random.oneIn(3) ? pool.xrcds.pick(random) : domainOfTargets).ifPresent(request::xrcd);
        if (!random.oneIn(3)) {
            request.qpTypeCode(random.oneIn(2) ? QpType.XRC_RECV.value() : random.oneOf(QP_TYPES));
        }
        return context.openQp(request.build());
    }

    VerbsObject createWq(RandomValues random) {
        WqInitAttr.Builder request =
                WqInitAttr.builder().maxWr(random.number(limits.maxQpWr())).maxSge(random.number(limits.maxSge()));
        if (!random.oneIn(15)) {
            pool.pds.pick(random).ifPresent(request::pd);
        }
        if (!random.oneIn(15)) {
            pool.cqs.pick(random).ifPresent(request::cq);
        }
        if (random.oneIn(20)) {
            request.wqTypeCode(random.small(3));
        }
        if (random.oneIn(4)) {
            request.createFlags(random.flags(WqFlag.class));
        }
        if (random.oneIn(MASK_WITHOUT_MEANING)) {
            request.compMask(random.flags(WqInitAttr.Mask.class));
        }
        return context.createWq(request.build());
    }

    VerbsObject createRwqIndTable(RandomValues random) {
        List<WorkQueue> workQueues = IntStream.range(0, random.oneOf(TABLE_SIZES))
                .boxed()
                .flatMap(slot -> pool.wqs.pick(random).stream())
                .toList();
        long compMask = random.oneIn(MASK_WITHOUT_MEANING) ? random.number(1) : 0;
        return context.createRwqIndTable(new RwqIndTableAttr(workQueues, compMask));
    }

    VerbsObject openXrcd(RandomValues random) {
        XrcdInitAttr.Builder request = XrcdInitAttr.builder().fd(random.oneOf(DESCRIPTORS));
        if (!random.oneIn(5)) {
            request.oflags(random.oneIn(5) ? random.small(0xFFFF) : XrcdInitAttr.O_CREAT);
        }
        return context.openXrcd(request.build());
    }

    VerbsObject createAh(RandomValues random) {
        Gid dgid = random.oneIn(3)
                ? Gid.of(random.bytes(Gid.LENGTH))
                : ownAddress.grh().orElseThrow().dgid();
        int sgidIndex = ownAddress.grh().orElseThrow().sgidIndex();
        AhAttr.Builder request = AhAttr.builder()
                .dlid(random.small(0xFFFF))
                .sl(random.small(15))
                .srcPathBits(random.small(1))
                .staticRate(random.oneIn(3) ? random.small(30) : 0)
                .portNum(random.oneIn(5) ? random.small(255) : Fixture.PORT);
        if (!random.oneIn(10)) {
            request.grh(new GlobalRoute(
                    dgid,
                    random.number(0xF_FFFF),
                    random.oneIn(5) ? random.small(255) : sgidIndex,
                    random.small(255),
                    random.small(255)));
        }
        return pd.createAh(request.build());
    }

    VerbsObject regMr(RandomValues random) {
        Flags<AccessFlag> access = random.flags(AccessFlag.class);
        if (random.oneIn(3)) {
            int position = random.below(memory.capacity());
            ByteBuffer part = memory.duplicate().position(position);
            return pd.regMr(random.oneIn(20) ? ByteBuffer.allocate(PAGE) : part, access);
        }
        long address = random.oneIn(5) ? random.number(PAGE) : region.address() + random.below(8 * PAGE);
        return pd.regMr(address, random.oneIn(5) ? random.number(PAGE) : random.below(8 * PAGE), access);
    }
}
