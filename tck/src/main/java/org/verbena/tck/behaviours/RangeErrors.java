// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.WqType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Values that do not fit into the C types. The exception names the attribute, the value and the limit. */
public final class RangeErrors {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;

    private static final Map<String, ObjLongConsumer<QpInitAttr.Builder>> QP_UINT32 = Map.of(
            "max_send_wr", QpInitAttr.Builder::maxSendWr,
            "max_recv_wr", QpInitAttr.Builder::maxRecvWr,
            "max_send_sge", QpInitAttr.Builder::maxSendSge,
            "max_recv_sge", QpInitAttr.Builder::maxRecvSge,
            "max_inline_data", QpInitAttr.Builder::maxInlineData,
            "source_qpn", QpInitAttr.Builder::sourceQpn);

    private static final Map<String, ObjLongConsumer<QpAttr.Builder>> QP_ATTR_UINT32 = Map.of(
            "qkey", QpAttr.Builder::qkey,
            "rq_psn", QpAttr.Builder::rqPsn,
            "sq_psn", QpAttr.Builder::sqPsn,
            "dest_qp_num", QpAttr.Builder::destQpNum,
            "rate_limit", QpAttr.Builder::rateLimit);

    private static final Map<String, ObjIntConsumer<QpAttr.Builder>> QP_ATTR_UINT8 = Map.of(
            "port_num", QpAttr.Builder::portNum,
            "timeout", QpAttr.Builder::timeout,
            "retry_cnt", QpAttr.Builder::retryCnt,
            "rnr_retry", QpAttr.Builder::rnrRetry,
            "min_rnr_timer", QpAttr.Builder::minRnrTimer,
            "max_rd_atomic", QpAttr.Builder::maxRdAtomic,
            "max_dest_rd_atomic", QpAttr.Builder::maxDestRdAtomic,
            "alt_port_num", QpAttr.Builder::altPortNum,
            "alt_timeout", QpAttr.Builder::altTimeout);

    @Behaviour(
            id = "RNG-01",
            says = "capabilities below 0 or above 32 bits are rejected, with attribute, value and limit")
    public void qpCapabilities(Fixture fixture) {
        QP_UINT32.forEach((attribute, setter) ->
                refusesUint32(attribute, value -> setter.accept(fixture.request(QpType.RC), value)));
        for (int header : new int[] {-1, 0x1_0000}) {
            assertRefused(() -> QpInitAttr.builder().maxTsoHeader(header))
                    .byVerbena()
                    .naming("max_tso_header", Integer.toString(header), "65535");
        }
    }

    @Behaviour(id = "RNG-02", says = "attributes of a modify that do not fit into their C field are rejected")
    public void qpAttributes(Fixture fixture) {
        QP_ATTR_UINT32.forEach(
                (attribute, setter) -> refusesUint32(attribute, value -> setter.accept(QpAttr.builder(), value)));
        QP_ATTR_UINT8.forEach((attribute, setter) -> {
            for (int value : new int[] {-1, 256, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertRefused(() -> setter.accept(QpAttr.builder(), value))
                        .byVerbena()
                        .naming(attribute, Integer.toString(value), "255");
            }
        });
        assertRefused(() -> QpAttr.builder().pkeyIndex(0x1_0000)).byVerbena().naming("pkey_index", "65536", "65535");
    }

    @Behaviour(id = "RNG-03", says = "numbers of other requests that do not fit into their C field are rejected")
    public void otherRequests(Fixture fixture) {
        refusesUint32("max_wr", value -> SrqInitAttr.builder().maxWr(value));
        refusesUint32("max_sge", value -> SrqInitAttr.builder().maxSge(value));
        refusesUint32("srq_limit", value -> SrqInitAttr.builder().srqLimit(value));
        refusesUint32("max_num_tags", value -> new TmCap(value, 1));
        refusesUint32("max_wr", value -> WqInitAttr.builder().maxWr(value));
        refusesUint32("max_sge", value -> WqInitAttr.builder().maxSge(value));
        for (long cqe : new long[] {-1, 1L << 31}) {
            assertRefused(() -> CqInitAttr.builder().cqe(cqe))
                    .byVerbena()
                    .naming("cqe", Long.toString(cqe), Integer.toString(Integer.MAX_VALUE));
            assertRefused(() -> CqInitAttr.builder().compVector(cqe))
                    .byVerbena()
                    .naming("comp_vector");
        }
        assertRefused(() -> new CqModeration(-1, 0)).byVerbena().naming("cq_count", "-1", "65535");
        assertRefused(() -> AhAttr.builder().dlid(0x1_0000)).byVerbena().naming("dlid", "65536", "65535");
        assertRefused(() -> new GlobalRoute(Fixture.GROUP, 0, 256, 0, 0))
                .byVerbena()
                .naming("sgid_index", "256", "255");
        assertRefused(() -> Gid.of(new byte[15])).byVerbena().naming("raw", "15 bytes", "16");
    }

    private static void refusesUint32(String attribute, LongConsumer setter) {
        for (long value : new long[] {-1, UINT32_MAX + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertRefused(() -> setter.accept(value))
                    .byVerbena()
                    .naming(attribute, Long.toString(value), Long.toString(UINT32_MAX));
        }
    }

    @Behaviour(id = "RNG-04", says = "constants for unknown numbers are rejected in a request")
    public void constantsWithoutNumber(Fixture fixture) {
        assertRefused(() -> QpInitAttr.builder().qpType(QpType.UNKNOWN))
                .byVerbena()
                .naming("qp_type");
        assertRefused(() -> WqInitAttr.builder().wqType(WqType.UNKNOWN))
                .byVerbena()
                .naming("wq_type");
        assertRefused(() -> SrqInitAttr.builder().srqType(SrqType.UNKNOWN))
                .byVerbena()
                .naming("srq_type");
        assertRefused(() -> QpAttr.builder().pathMtu(Mtu.UNKNOWN)).byVerbena().naming("path_mtu");
    }

    @Behaviour(id = "RNG-05", says = "a hash key longer than 255 bytes and a hash function above 8 bits are rejected")
    public void hashes(Fixture fixture) {
        assertRefused(() -> RxHashConf.toeplitz(new byte[256], RxHashField.SRC_IPV4))
                .byVerbena()
                .naming("rx_hash_key_len", "256", "255");
        assertRefused(() -> RxHashConf.of(
                        Flags.ofMask(RxHashFunction.class, 0x100), new byte[40], Flags.none(RxHashField.class)))
                .byVerbena()
                .naming("rx_hash_function");
    }

    @Behaviour(
            id = "RNG-06",
            needs = Capability.WQ,
            says = "a table whose number of slots is not a power of two is rejected")
    public void tableLengths(Fixture fixture) {
        WorkQueue wq = fixture.wq();

        assertRefused(() -> RwqIndTableAttr.of(List.of())).byVerbena().naming("ind_tbl", "0 work queues", "1, 2, 4");
        assertRefused(() -> RwqIndTableAttr.of(List.of(wq, wq, wq)))
                .byVerbena()
                .naming("ind_tbl", "3 work queues", "1, 2, 4");
    }

    @Behaviour(id = "RNG-07", says = "masks above 32 bits are rejected")
    public void masks(Fixture fixture) {
        long wide = 1L << 32;

        assertRefused(() -> QpInitAttr.builder().compMask(Flags.ofMask(QpInitAttr.Mask.class, wide)))
                .byVerbena()
                .naming("comp_mask");
        assertRefused(() -> QpAttr.builder().attrMask(Flags.ofMask(QpAttr.Mask.class, wide)))
                .byVerbena()
                .naming("attr_mask");
        assertRefused(() -> QpInitAttr.builder().createFlags(Flags.ofMask(QpCreateFlag.class, -1)))
                .byVerbena()
                .naming("create_flags");
    }

    @Behaviour(id = "RNG-08", says = "null is rejected for every argument")
    @SuppressWarnings("NullAway") // the test passes null on purpose
    public void nulls(Fixture fixture) {
        assertRefused(() -> QpInitAttr.builder().sendCq(null)).byVerbena().naming("send_cq", "null", "not null");
        assertRefused(() -> QpInitAttr.builder().recvCq(null)).byVerbena().naming("recv_cq");
        assertRefused(() -> QpInitAttr.builder().srq(null)).byVerbena().naming("srq");
        assertRefused(() -> QpInitAttr.builder().pd(null)).byVerbena().naming("pd");
        assertRefused(() -> QpInitAttr.builder().cap(null)).byVerbena().naming("cap");
        assertRefused(() -> QpInitAttr.builder().qpType(null)).byVerbena().naming("qp_type");
        assertRefused(() -> RwqIndTableAttr.of(null)).byVerbena().naming("ind_tbl");
        assertRefused(() -> fixture.pd().createQp(null)).byVerbena();
        assertRefused(() -> fixture.pd().createSrq(null)).byVerbena();
        assertRefused(() -> fixture.pd().createAh(null)).byVerbena();
        assertRefused(() -> fixture.pd().regMr(null, (Flags<AccessFlag>) null)).byVerbena();
        assertRefused(() -> fixture.context().createCq(null)).byVerbena();
        assertRefused(() -> fixture.context().createCqEx(null)).byVerbena();
        assertRefused(() -> fixture.context().createSrqEx(null)).byVerbena();
        assertRefused(() -> fixture.context().createQpEx(null)).byVerbena();
        assertRefused(() -> fixture.context().createWq(null)).byVerbena();
        assertRefused(() -> fixture.context().createRwqIndTable(null)).byVerbena();
        assertRefused(() -> fixture.context().openXrcd(null)).byVerbena();
        assertRefused(() -> fixture.context().openQp(null)).byVerbena();
        assertRefused(() -> fixture.qp(fixture.anyType()).modify(null)).byVerbena();
    }
}
