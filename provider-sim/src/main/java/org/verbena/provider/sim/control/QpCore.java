package org.verbena.provider.sim.control;

import java.util.Optional;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpInitAttrMask;
import org.verbena.QpType;
import org.verbena.SendOp;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;

/** A queue pair behind its handles: an XRC target can have several, any other queue pair has one. */
final class QpCore {
    private final SimKernel kernel;
    private final int typeCode;
    private final boolean rss;
    private final boolean sqSigAll;
    private final QpCap granted;
    private final Optional<Flags<SendOp>> sendOps;
    private final long number;
    private QpAttr attr;
    private int handles;

    QpCore(SimKernel kernel, QpRequest request, boolean sqSigAll, QpGrant grant) {
        this.kernel = kernel;
        this.typeCode = request.qpTypeCode();
        boolean table = request.indTableLogSize().isPresent();
        // libmlx5 goes by the hash, which alone it can only give to an XRC target (mlx5_cmd_create_rss_qp).
        this.rss = table || request.compMask().contains(QpInitAttrMask.RX_HASH);
        this.sqSigAll = sqSigAll;
        this.granted = grant.granted();
        this.sendOps = grant.extended() ? Optional.of(request.sendOps()) : Optional.empty();
        this.attr = kernel.model().newQpAttr(grant.queried());
        kernel.take(ObjectType.QP);
        // hw/mlx5/qp.c, create_rss_raw_qp_tir: an RSS queue pair is a set of rules for others and has no number.
        this.number = table ? 0 : kernel.qpNumbers().take();
    }

    long number() {
        return number;
    }

    boolean isTarget() {
        return typeCode == QpType.XRC_RECV.value();
    }

    QpCap granted() {
        return granted;
    }

    Optional<Flags<SendOp>> sendOps() {
        return sendOps;
    }

    int typeCode() {
        return typeCode;
    }

    synchronized QpAttr attr() {
        return attr;
    }

    /**
     * Changes the queue pair.
     *
     * @param opened whether through a handle of {@code ibv_open_qp}, whose library has heard of no hash
     */
    synchronized void modify(QpAttr wanted, boolean opened) {
        QpAttr next = kernel.model()
                .modifyQp(new QpChange(typeCode, rss && !opened, attr, wanted, kernel.sourceGids()))
                .orElseThrow("ibv_modify_qp", name());
        attr = next;
    }

    /**
     * Answers a query.
     *
     * @param opened whether it comes through a handle of {@code ibv_open_qp}
     */
    synchronized DriverQp.Query query(Flags<QpAttrMask> mask, boolean opened) {
        QpQueryRequest request = new QpQueryRequest(typeCode, rss, attr, mask);
        QpAttr answer = kernel.model()
                .queryQp(opened ? request.throughOpenedHandle() : request)
                .orElseThrow("ibv_query_qp", name());
        return new DriverQp.Query(answer, answer.cap(), sqSigAll);
    }

    void addHandle() {
        handles++;
    }

    /** Whether that was the last one. */
    boolean removeHandle() {
        handles--;
        return handles == 0;
    }

    void free() {
        kernel.qpNumbers().giveBack(number);
        kernel.giveBack(ObjectType.QP);
    }

    String name() {
        return "qp 0x" + Long.toHexString(number) + " of " + kernel;
    }
}
