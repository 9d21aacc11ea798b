// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.List;
import java.util.function.Consumer;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.ModifyQpRules;
import org.verbena.core.model.rules.ObjectRules;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;

/** The kernels that the model of rdma_rxe distinguishes, with all their differences. */
public enum RxeKernel {
    /**
     * Creation returns the requested sizes, and the state table applies to every change. Flush and atomic write do not
     * exist.
     */
    LINUX_6_1("rxe-6.1", "Linux 6.1") {
        @Override
        Limits limits(Limits newest) {
            return newest.with("max_msg_sz", 0x80_0000).with("device_cap_flags_ex", 0);
        }

        @Override
        long granted(long asked, long ring) {
            return asked;
        }

        @Override
        void modifyQp(QpChange change, Consumer<Checklist> values, Checklist checks) {
            ModifyQpRules.table(change, checks);
            values.accept(checks);
        }

        // By mistake, rxe_qp_from_attr records the requested state if the caller names a current state.
        @Override
        int curQpStateCode(QpChange change) {
            QpAttr attr = change.attr();
            if (!attr.attrMask().contains(QpAttr.Mask.CUR_STATE)) {
                return change.now().curQpStateCode();
            }
            return attr.attrMask().contains(QpAttr.Mask.STATE) ? attr.qpStateCode() : QpState.RESET.value();
        }

        @Override
        DataPath dataPath() {
            return RxeDataPath.LINUX_6_1;
        }

        @Override
        int rocePacketLifeTime(int newest) {
            return newest + 2;
        }

        @Override
        void regMr(MrRequest request, Limits limits, Checklist checks) {
            ObjectRules.zeroBased(request, checks);
            Checklist.Rules rules = checks.from("Linux 6.1 include/rdma/ib_verbs.h: ib_check_mr_access");
            ObjectRules.localWrite(request.access(), rules);
            rules.requireOnly("access", request.access(), ACCESS_6_1, "the device has no other access");
        }
    },

    /** Creation returns the ring sizes, and the state table applies only to changes of state. */
    LINUX_6_12("rxe", "Linux 6.12") {
        @Override
        List<String> aliases() {
            return List.of("rxe-6.12");
        }

        @Override
        Limits limits(Limits newest) {
            return newest;
        }

        @Override
        long granted(long asked, long ring) {
            return ring;
        }

        @Override
        void modifyQp(QpChange change, Consumer<Checklist> values, Checklist checks) {
            Flags<QpAttr.Mask> mask = change.attr().attrMask();
            if (mask.contains(QpAttr.Mask.ACCESS_FLAGS)) {
                accessFlags(change, checks);
            }
            values.accept(checks);
            if (mask.contains(QpAttr.Mask.STATE)) {
                ModifyQpRules.table(change, checks);
            }
        }

        private void accessFlags(QpChange change, Checklist checks) {
            int type = change.qpTypeCode();
            checks.from("Linux drivers/infiniband/sw/rxe/rxe_qp.c: rxe_qp_chk_attr")
                    .require(
                            type == QpType.RC.value() || type == QpType.UC.value(),
                            "attr_mask",
                            change.attr().attrMask(),
                            "without ACCESS_FLAGS",
                            "only RC and UC queue pairs give peers access to memory")
                    .requireOnly(
                            "qp_access_flags", change.attr().qpAccessFlags(), ACCESS_6_12, "rxe has no other access");
        }

        // rxe_qp_to_attr reports the actual state.
        @Override
        int curQpStateCode(QpChange change) {
            return change.next().value();
        }

        @Override
        void regMr(MrRequest request, Limits limits, Checklist checks) {
            ObjectRules.mrAccess(request, limits, checks);
            checks.from("Linux drivers/infiniband/sw/rxe/rxe_verbs.c: rxe_reg_user_mr")
                    .supportOnly("access", request.access(), ACCESS_6_12, "rxe has no other access");
        }
    };

    /** IB_ACCESS_SUPPORTED of include/rdma/ib_verbs.h in Linux 6.1. Of these flags, rxe lacks on-demand paging. */
    private static final Flags<AccessFlag> ACCESS_6_1 = Flags.ofMask(
                    AccessFlag.class, 2 * AccessFlag.HUGETLB.mask() - 1 | ObjectRules.OPTIONAL_ACCESS)
            .without(AccessFlag.ON_DEMAND);

    /** RXE_ACCESS_SUPPORTED_MR and RXE_ACCESS_SUPPORTED_QP of sw/rxe/rxe_verbs.h in Linux 6.12. */
    private static final Flags<AccessFlag> ACCESS_6_12 = Flags.ofMask(
                    AccessFlag.class, 2 * AccessFlag.MW_BIND.mask() - 1 | ObjectRules.OPTIONAL_ACCESS)
            .with(AccessFlag.ON_DEMAND)
            .with(AccessFlag.FLUSH_GLOBAL)
            .with(AccessFlag.FLUSH_PERSISTENT);

    private final String modelName;
    private final String release;

    RxeKernel(String modelName, String release) {
        this.modelName = modelName;
        this.release = release;
    }

    String modelName() {
        return modelName;
    }

    List<String> aliases() {
        return List.of();
    }

    String release() {
        return release;
    }

    /** Returns the limits of sw/rxe/rxe_param.h in this kernel. */
    abstract Limits limits(Limits newest);

    /** Returns the behaviour of this kernel with posted work requests. */
    DataPath dataPath() {
        return RxeDataPath.LINUX_6_12;
    }

    /** Returns the packet life time of connection management, which Linux 6.2 has reduced. */
    int rocePacketLifeTime(int newest) {
        return newest;
    }

    /** Returns the number of entries that creation reports: the requested number, or that of the ring. */
    abstract long granted(long asked, long ring);

    /** Checks a change of a queue pair. The kernel decides when the checks of attribute values run. */
    abstract void modifyQp(QpChange change, Consumer<Checklist> values, Checklist checks);

    /** Returns the {@code cur_qp_state} that a query reports after a change. */
    abstract int curQpStateCode(QpChange change);

    /** Checks the access flags of a memory region. */
    abstract void regMr(MrRequest request, Limits limits, Checklist checks);
}
