// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Creating queue pairs by {@code ibv_create_qp_ex(3)}. */
public final class QpExtendedCreation {
    private static final long UNKNOWN_BIT = 1L << 30;

    @Behaviour(
            id = "QPX-01",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says = "the extended call creates queue pairs of every type that the device supports")
    public void createsEveryType(Fixture fixture, QpType type) {
        QpInitAttr.Builder request = fixture.request(type);
        QpInitAttr attr =
                type == XRC_RECV ? request.build() : request.pd(fixture.pd()).build();

        QueuePair qp = fixture.context().createQpEx(attr);

        assertThat(qp.qpType()).isEqualTo(type);
        assertThat(qp.state()).isEqualTo(QpState.RESET);
        qp.close();
    }

    @Behaviour(
            id = "QPX-02",
            types = RAW_PACKET,
            says = "a raw packet queue pair with a capability above the device's limit fails with EINVAL")
    public void refusesRawAboveLimit(Fixture fixture, QpType type) {
        DeviceAttr limits = fixture.limits();
        long wr = 2L * limits.maxQpWr() + 1;
        long sge = 4L * limits.maxSge() + 1;

        assertRefused(() -> fixture.context()
                        .createQpEx(raw(fixture, type).maxSendWr(wr).build()))
                .withErrno(Errno.EINVAL);
        assertRefused(() -> fixture.context()
                        .createQpEx(raw(fixture, type).maxRecvWr(wr).build()))
                .withErrno(Errno.EINVAL);
        assertRefused(() -> fixture.context()
                        .createQpEx(raw(fixture, type).maxSendSge(sge).build()))
                .withErrno(Errno.EINVAL);
        assertRefused(() -> fixture.context()
                        .createQpEx(raw(fixture, type).maxRecvSge(sge).build()))
                .withErrno(Errno.EINVAL);
    }

    private static QpInitAttr.Builder raw(Fixture fixture, QpType type) {
        return fixture.request(type).pd(fixture.pd());
    }

    @Behaviour(id = "QPX-03", says = "a request without a protection domain fails with EINVAL")
    public void needsPd(Fixture fixture) {
        QpInitAttr absent = fixture.request(fixture.anyType()).build();
        QpInitAttr named = fixture.request(fixture.anyType())
                .compMask(Flags.of(QpInitAttr.Mask.PD))
                .build();

        assertRefused(() -> fixture.context().createQpEx(absent)).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        assertRefused(() -> fixture.context().createQpEx(named)).byVerbena().naming("pd");
    }

    @Behaviour(id = "QPX-04", says = "the extended call with only a protection domain is equivalent to the plain call")
    public void isThePlainCall(Fixture fixture) {
        QpInitAttr.Builder request = fixture.request(fixture.anyType())
                .maxSendWr(100)
                .maxRecvWr(21)
                .maxSendSge(2)
                .maxInlineData(30);
        QueuePair plain = fixture.pd().createQp(request.build());
        QueuePair extended =
                fixture.context().createQpEx(request.pd(fixture.pd()).build());

        assertThat(extended.grantedCap()).isEqualTo(plain.grantedCap());
        assertThat(extended.toQpEx()).isEmpty();
        assertThat(plain.toQpEx()).isEmpty();
    }

    @Behaviour(id = "QPX-05", says = "an unknown bit of comp_mask fails")
    public void refusesUnknownMaskBit(Fixture fixture) {
        QpInitAttr attr = fixture.request(fixture.anyType())
                .pd(fixture.pd())
                .compMask(Flags.ofMask(QpInitAttr.Mask.class, QpInitAttr.Mask.PD.mask() | UNKNOWN_BIT))
                .build();

        assertRefused(() -> fixture.context().createQpEx(attr)).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(id = "QPX-06-UNKNOWN", says = "an unknown creation flag fails")
    public void refusesUnknownFlag(Fixture fixture) {
        QpInitAttr attr = fixture.request(UD)
                .pd(fixture.pd())
                .createFlags(Flags.ofMask(QpCreateFlag.class, UNKNOWN_BIT))
                .build();

        assertRefused(() -> fixture.context().createQpEx(attr)).withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(
            id = "QPX-06",
            types = {RC, UD, RAW_PACKET},
            says = "a creation flag is granted, or fails as invalid for the type or as not supported")
    public void grantsOrRefusesFlags(Fixture fixture, QpType type) {
        for (QpCreateFlag flag : QpCreateFlag.values()) {
            grantedOrRefused(() -> fixture.create(fixture.request(type)
                            .pd(fixture.pd())
                            .createFlags(flag)
                            .sourceQpn(flag == QpCreateFlag.SOURCE_QPN ? 1 : 0))
                    .close());
        }
    }

    @Behaviour(
            id = "QPX-06-TYPE",
            types = {RC, UC, UD},
            says = "a creation flag for Ethernet frames fails for a type that receives none")
    public void refusesFlagsOfFrames(Fixture fixture, QpType type) {
        for (QpCreateFlag flag : EnumSet.of(QpCreateFlag.SCATTER_FCS, QpCreateFlag.CVLAN_STRIPPING)) {
            assertRefused(() -> fixture.create(
                            fixture.request(type).pd(fixture.pd()).createFlags(flag)))
                    .byDevice()
                    .withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        }
    }

    @Behaviour(
            id = "QPX-07-SEND",
            types = {RC, UC, UD},
            needs = Capability.SEND_OPS,
            says = "every type has a send builder if it is requested")
    public void offersSend(Fixture fixture, QpType type) {
        QueuePair qp = withOps(fixture, type, Flags.of(SendOp.SEND));

        QueuePairEx ex = qp.toQpEx().orElseThrow(() -> new AssertionError("ibv_qp_to_qp_ex answered NULL"));
        assertThat(ex.queuePair()).isSameAs(qp);
        assertThat(ex.sendOps().contains(SendOp.SEND)).isTrue();
    }

    @Behaviour(
            id = "QPX-07",
            types = {RC, UC, UD, RAW_PACKET},
            needs = Capability.SEND_OPS,
            says = "a granted send operation has a builder; any other fails with EOPNOTSUPP")
    public void grantsOrRefusesOps(Fixture fixture, QpType type) {
        for (SendOp op : SendOp.values()) {
            try (QueuePair qp = withOps(fixture, type, Flags.of(op))) {
                assertThat(qp.toQpEx()).as("%s", op).isPresent();
                assertThat(qp.toQpEx().orElseThrow().sendOps().contains(op))
                        .as("builder of %s", op)
                        .isTrue();
            } catch (VerbsException e) {
                assertThat(e.errno()).as("%s", op).isEqualTo(Errno.EOPNOTSUPP);
            }
        }
    }

    @Behaviour(
            id = "QPX-07-ABSENT",
            needs = Capability.SEND_OPS,
            says = "operations that a transport service does not have fail with EOPNOTSUPP")
    public void refusesOpsOfOtherTypes(Fixture fixture) {
        Set<SendOp> notUd =
                EnumSet.of(SendOp.RDMA_READ, SendOp.RDMA_WRITE, SendOp.ATOMIC_CMP_AND_SWP, SendOp.ATOMIC_FETCH_AND_ADD);
        Set<SendOp> notUc = EnumSet.of(SendOp.RDMA_READ, SendOp.ATOMIC_CMP_AND_SWP, SendOp.ATOMIC_FETCH_AND_ADD);

        for (SendOp op : notUd) {
            assertRefused(() -> withOps(fixture, UD, Flags.of(op))).byDevice().withErrno(Errno.EOPNOTSUPP);
        }
        for (SendOp op : notUc) {
            assertRefused(() -> withOps(fixture, UC, Flags.of(op))).byDevice().withErrno(Errno.EOPNOTSUPP);
        }
    }

    private static QueuePair withOps(Fixture fixture, QpType type, Flags<SendOp> ops) {
        return fixture.create(fixture.request(type).pd(fixture.pd()).sendOpsFlags(ops));
    }

    @Behaviour(
            id = "QPX-08",
            needs = Capability.QP_EX,
            says = "a queue pair that was created without send operations has no builders")
    public void hasNoBuildersUnasked(Fixture fixture) {
        QueuePair qp = fixture.create(
                fixture.request(fixture.anyType()).pd(fixture.pd()).createFlags(Flags.none(QpCreateFlag.class)));

        assertThat(qp.toQpEx().map(ex -> ex.sendOps().isEmpty()).orElse(true)).isTrue();
    }

    @Behaviour(id = "QPX-09-TSO", says = "max_tso_header is granted, or fails as invalid or as not supported")
    public void tsoHeader(Fixture fixture) {
        grantedOrRefused(() ->
                fixture.create(fixture.request(RAW_PACKET).pd(fixture.pd()).maxTsoHeader(64)));
        grantedOrRefused(
                () -> fixture.create(fixture.request(RC).pd(fixture.pd()).maxTsoHeader(64)));
    }

    @Behaviour(
            id = "QPX-09-HASH",
            says = "a hash configuration without a table is granted, or fails as invalid or as not supported")
    public void hashAlone(Fixture fixture) {
        grantedOrRefused(() -> fixture.context()
                .createQpEx(QpInitAttr.builder()
                        .qpType(RAW_PACKET)
                        .pd(fixture.pd())
                        .sendCq(fixture.cq())
                        .recvCq(fixture.cq())
                        .rxHashConf(RxHashConf.toeplitz(new byte[Fixture.HASH_KEY_LENGTH], RxHashField.SRC_IPV4))
                        .build()));
    }

    @Behaviour(id = "QPX-09-SOURCE", says = "source_qpn is granted, or fails as invalid or as not supported")
    public void sourceQpn(Fixture fixture) {
        grantedOrRefused(() -> fixture.create(fixture.request(UD)
                .pd(fixture.pd())
                .createFlags(QpCreateFlag.SOURCE_QPN)
                .sourceQpn(0x123456)));
    }

    private static void grantedOrRefused(ThrowingCallable call) {
        try {
            call.call();
        } catch (VerbsException e) {
            assertThat(e.errno()).as(e.getMessage()).isIn(Errno.EOPNOTSUPP, Errno.EINVAL);
        } catch (Throwable e) {
            throw new AssertionError("Neither granted nor refused", e);
        }
    }

    @Behaviour(
            id = "QPX-10",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "a queue pair over an indirection table has neither a send nor a receive queue")
    public void rss(Fixture fixture) {
        QueuePair qp = fixture.rssQp();

        assertThat(qp.sendCq()).isEmpty();
        assertThat(qp.recvCq()).isEmpty();
        assertThat(qp.srq()).isEmpty();
        qp.close();
    }

    @Behaviour(
            id = "QPX-10-CAPS",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "over an indirection table, receive capabilities and a receive completion queue fail with EINVAL")
    public void rssRefusesReceives(Fixture fixture) {
        assertRefused(() -> fixture.create(
                        fixture.rssRequest(fixture.table(2)).maxRecvWr(1).maxRecvSge(1)))
                .withErrno(Errno.EINVAL);
        assertRefused(() -> fixture.create(fixture.rssRequest(fixture.table(2)).recvCq(fixture.cq())))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "QPX-10-PD",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "over an indirection table, a protection domain is required")
    public void rssNeedsPd(Fixture fixture) {
        QpInitAttr.Builder request = fixture.rssRequest(fixture.table(2));
        Flags<QpInitAttr.Mask> withoutPd = request.build().compMask().without(QpInitAttr.Mask.PD);

        assertRefused(() ->
                        fixture.context().createQpEx(request.compMask(withoutPd).build()))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "QPX-10-KEY",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "a hash key of another length than the device's fails")
    public void rssRefusesKeyLength(Fixture fixture) {
        for (int length : new int[] {0, Fixture.HASH_KEY_LENGTH - 1, Fixture.HASH_KEY_LENGTH + 1, 255}) {
            assertRefused(() -> fixture.create(fixture.rssRequest(fixture.table(2))
                            .rxHashConf(RxHashConf.toeplitz(new byte[length], RxHashField.SRC_IPV4))))
                    .withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
        }
    }

    @Behaviour(
            id = "QPX-10-FUNCTION",
            needs = Capability.RSS,
            refusedWithout = true,
            says = "an unknown hash function fails")
    public void rssRefusesFunction(Fixture fixture) {
        RxHashConf unknown = RxHashConf.of(
                Flags.ofMask(RxHashFunction.class, 0x80),
                new byte[Fixture.HASH_KEY_LENGTH],
                Flags.of(RxHashField.SRC_IPV4));

        assertRefused(() -> fixture.create(fixture.rssRequest(fixture.table(2)).rxHashConf(unknown)))
                .withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
    }

    @Behaviour(
            id = "QPX-11",
            types = XRC_RECV,
            needs = Capability.OPEN_TARGET,
            says = "a target can be opened again by its number, but only within its domain")
    public void opensTarget(Fixture fixture, QpType type) {
        QueuePair target = fixture.qp(type);
        QpOpenAttr.Builder which = QpOpenAttr.builder().qpType(type).qpNum(target.qpNum());

        QueuePair opened = fixture.context().openQp(which.xrcd(fixture.xrcd()).build());
        assertThat(opened.qpNum()).isEqualTo(target.qpNum());
        assertThat(opened.qpType()).isEqualTo(type);
        assertRefused(() -> fixture.context()
                        .openQp(which.xrcd(fixture.context().openXrcd(XrcdInitAttr.privateDomain()))
                                .build()))
                .withErrno(Errno.EINVAL);

        target.close();
        assertThat(opened.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState())
                .as("it lives as long as its last handle")
                .isEqualTo(QpState.RESET);
        opened.close();
    }

    @Behaviour(id = "QPX-12", says = "type DRIVER fails, because it needs a vendor-specific call")
    public void refusesDriverType(Fixture fixture) {
        assertRefused(() -> fixture.create(fixture.request(QpType.DRIVER))).withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
    }
}
