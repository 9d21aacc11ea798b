// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;

/**
 * A queue pair in software, whose states and attributes come from a model. The subclass processes the work requests,
 * and is notified of every change.
 */
@ConsumerType
public abstract class ModelledQp extends CountedObject implements DriverQp {
    private final DriverModel model;
    private final int typeCode;
    private final boolean sqSigAll;
    private final QpCap grantedCap;
    private final long number;
    private QpAttr attr;

    /**
     * Creates a queue pair in state RESET.
     *
     * @param model the model that validates changes and answers queries
     * @param init the request of the application
     * @param grant the result of the model for the request
     * @param number the queue pair number, 24 bits
     * @param uses the objects that cannot be destroyed before the queue pair
     */
    protected ModelledQp(DriverModel model, Init init, QpGrant grant, long number, List<? extends CountedObject> uses) {
        super("ibv_destroy_qp", uses);
        this.model = model;
        this.typeCode = init.request().qpTypeCode();
        this.sqSigAll = init.sqSigAll();
        this.grantedCap = grant.granted();
        this.number = number;
        this.attr = model.newQpAttr(grant.queried());
    }

    /**
     * Notifies the subclass of a change. No other change can begin during this call. By default, this method does
     * nothing.
     *
     * @param now all attributes after the change
     */
    protected void changed(QpAttr now) {}

    @Override
    public final long qpNum() {
        return number;
    }

    @Override
    public final QpCap grantedCap() {
        return grantedCap;
    }

    @Override
    public final synchronized QpState state() {
        return attr.qpState();
    }

    @Override
    public final synchronized Query query(Flags<QpAttr.Mask> mask) {
        QpAttr answer =
                model.queryQp(new QpQueryRequest(typeCode, false, attr, mask)).orElseThrow("ibv_query_qp", toString());
        return new Query(answer, answer.cap(), sqSigAll);
    }

    @Override
    public final synchronized void modify(QpAttr wanted) {
        attr = model.modifyQp(new QpChange(typeCode, false, attr, wanted)).orElseThrow("ibv_modify_qp", toString());
        changed(attr);
    }

    /** Returns the name of the queue pair for display, for example {@code qp 0x40}. */
    @Override
    public String toString() {
        return "qp 0x" + Long.toHexString(number);
    }
}
