package org.verbena.cli.create;

import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;

/**
 * A queue pair request with the objects that it needs.
 *
 * @param context the device
 * @param pd the protection domain for {@code ibv_create_qp}
 * @param attr the request
 * @param extended whether to use {@code ibv_create_qp_ex}
 */
public record PreparedQp(DeviceContext context, ProtectionDomain pd, QpInitAttr attr, boolean extended) {
    /** Returns a copy of this request with another value of a capability. */
    public PreparedQp with(QpCapField field, long value) {
        QpInitAttr changed = attr.toBuilder().cap(field.set(attr.cap(), value)).build();
        return new PreparedQp(context, pd, changed, extended);
    }

    public QueuePair create() {
        return extended ? context.createQpEx(attr) : pd.createQp(attr);
    }

    public Explanation<QpCap> explain() {
        Explainer explainer = context.explain();
        return extended ? explainer.createQpEx(attr) : explainer.createQp(attr);
    }
}
