// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import java.util.function.Supplier;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverContext;
import org.verbena.spi.model.DriverModel;

/** Explains requests with the model of the driver of a context. */
final class ModelExplainer implements Explainer {
    private final ContextHandle context;
    private final DriverContext driver;

    ModelExplainer(ContextHandle context, DriverContext driver) {
        this.context = context;
        this.driver = driver;
    }

    @Override
    public Optional<String> model() {
        return context.call("ibv_query_device_ex", () -> driver.model().map(DriverModel::name));
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Explanation<QpCap> createQp(QpInitAttr attr) {
        return explain(
                "ibv_create_qp", () -> QpChecks.checkInAnyDomain(context, attr), () -> ModelQuery.createQp(attr));
    }

    @Override
    public Explanation<QpCap> createQpEx(QpInitAttr attr) {
        return explain("ibv_create_qp_ex", () -> QpChecks.checkEx(context, attr), () -> ModelQuery.createQpEx(attr));
    }

    @Override
    public Explanation<QpAttr> modifyQp(QueuePair qp, QpAttr attr) {
        String verb = "ibv_modify_qp";
        return explain(
                verb,
                () -> RequestChecks.change(verb, context, "qp", qp, attr),
                () -> ((QpHandle) qp).modification(attr));
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Explanation<Integer> createCq(CqInitAttr attr) {
        String verb = "ibv_create_cq";
        return explain(verb, () -> CqChecks.check(verb, context, attr, false), () -> ModelQuery.createCq(attr));
    }

    @Override
    public Explanation<Integer> createCqEx(CqInitAttr attr) {
        String verb = "ibv_create_cq_ex";
        return explain(verb, () -> CqChecks.check(verb, context, attr, true), () -> ModelQuery.createCqEx(attr));
    }

    @Override
    public Explanation<Integer> resizeCq(CompletionQueue cq, int cqe) {
        String verb = "ibv_resize_cq";
        return explain(
                verb,
                () -> {
                    RequestChecks.change(verb, context, "cq", cq, cqe);
                    CqChecks.checkSize(verb, (CqHandle) cq, cqe);
                },
                () -> ((CqHandle) cq).resizing(cqe));
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    public Explanation<SrqAttr> createSrq(SrqInitAttr attr) {
        return explain(
                "ibv_create_srq", () -> SrqChecks.checkInAnyDomain(context, attr), () -> ModelQuery.createSrq(attr));
    }

    @Override
    public Explanation<SrqAttr> createSrqEx(SrqInitAttr attr) {
        return explain("ibv_create_srq_ex", () -> SrqChecks.checkEx(context, attr), () -> ModelQuery.createSrqEx(attr));
    }

    @Override
    public Explanation<SrqAttr> modifySrq(SharedReceiveQueue srq, SrqAttr values, Flags<SrqAttr.Mask> mask) {
        String verb = "ibv_modify_srq";
        return explain(
                verb,
                () -> {
                    RequestChecks.change(verb, context, "srq", srq, values);
                    RequestChecks.mask32(verb, context, "srq_attr_mask", mask);
                },
                () -> ((SrqHandle) srq).modification(values, mask));
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Explanation<WqCap> createWq(WqInitAttr attr) {
        return explain("ibv_create_wq", () -> WqChecks.check(context, attr), () -> ModelQuery.createWq(attr));
    }

    @Override
    public Explanation<WqState> modifyWq(WorkQueue wq, WqAttr attr) {
        String verb = "ibv_modify_wq";
        return explain(
                verb,
                () -> RequestChecks.change(verb, context, "wq", wq, attr),
                () -> ((WqHandle) wq).modification(attr));
    }

    @Override
    public Explanation<Integer> createRwqIndTable(RwqIndTableAttr attr) {
        return explain(
                "ibv_create_rwq_ind_table",
                () -> WqChecks.checkTable(context, attr),
                () -> ModelQuery.createRwqIndTable(attr));
    }

    // ---------------------------------------------------------------- the largest granted value

    @Override
    public Explanation<CapMax> max(QpCapField field, QpInitAttr base) {
        requireSearchable(field, base);
        return new CapSearch(field, base, false, attr -> QpChecks.goesToPlain(attr) ? createQp(attr) : createQpEx(attr))
                .run();
    }

    @Override
    public Explanation<CapMax> maxOnDevice(QpCapField field, QpInitAttr base) {
        requireSearchable(field, base);
        if (!QpChecks.goesToPlain(base)) {
            return new CapSearch(field, base, true, attr -> created(() -> context.createQpEx(attr))).run();
        }
        if (base.pd().isPresent()) {
            return onDevice(field, base, base.pd().get());
        }
        try (ProtectionDomain pd = context.allocPd()) {
            return onDevice(field, base, pd);
        }
    }

    private static Explanation<CapMax> onDevice(QpCapField field, QpInitAttr base, ProtectionDomain pd) {
        return new CapSearch(field, base, true, attr -> created(() -> pd.createQp(attr))).run();
    }

    /** Creates a queue pair on the device and closes it at once. Returns the result of the device. */
    private static Explanation<QpCap> created(Supplier<QueuePair> creation) {
        QueuePair queuePair;
        try {
            queuePair = creation.get();
        } catch (ClosedHandleException e) {
            throw e;
        } catch (VerbsException e) {
            return new Explanation.Refused<>(e.errno(), e.diagnosis());
        }
        try (queuePair) {
            return new Explanation.Granted<>(queuePair.grantedCap());
        }
    }

    /** Checks the request for errors that no value of the capability could correct. */
    private void requireSearchable(QpCapField field, QpInitAttr base) {
        String verb = "ibv_create_qp";
        context.run(verb, () -> {
            RequestChecks.present(verb, context, field);
            RequestChecks.present(verb, context, base);
            QpChecks.checkObjects(verb, context, base);
        });
    }

    private <G> Explanation<G> explain(String verb, Runnable check, Supplier<ModelQuery<G>> query) {
        return context.call(verb, () -> {
            check.run();
            Optional<DriverModel> model = driver.model();
            return model.isPresent()
                    ? query.get().apply(model.get()).explanation()
                    : new Explanation.Unknown<>("there is no model for the driver of " + context.device());
        });
    }
}
