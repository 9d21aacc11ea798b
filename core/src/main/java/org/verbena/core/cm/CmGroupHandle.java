// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.cm.CmId;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.UdParam;

/** A membership in a multicast group. Its identifier guards the state. */
final class CmGroupHandle implements MulticastGroup {
    private final CmIdHandle id;
    private final InetAddress address;
    private final JoinFlag flag;
    private final long number;
    private @Nullable QueuePair attached;
    private @Nullable Gid mgid;
    private int mlid;

    CmGroupHandle(CmIdHandle id, InetAddress address, JoinFlag flag, long number) {
        this.id = id;
        this.address = address;
        this.flag = flag;
        this.number = number;
    }

    long number() {
        return number;
    }

    /** Attaches a queue pair after the join has succeeded: {@code rdma_get_cm_event} of librdmacm. */
    void attach(QueuePair qp, UdParam group) {
        if (flag == JoinFlag.SENDONLY_FULLMEMBER) {
            return;
        }
        AhAttr ah = group.ahAttr();
        Optional<Gid> gid = ah.grh().map(GlobalRoute::dgid);
        gid.ifPresent(known -> {
            qp.attachMcast(known, ah.dlid());
            attached = qp;
            mgid = known;
            mlid = ah.dlid();
        });
    }

    /** Detaches the queue pair, unless it is closed. */
    void detach() {
        QueuePair qp = attached;
        Gid gid = mgid;
        if (qp != null && gid != null && !qp.isClosed()) {
            qp.detachMcast(gid, mlid);
        }
        attached = null;
    }

    @Override
    public CmId id() {
        return id;
    }

    @Override
    public InetAddress address() {
        return address;
    }

    @Override
    public JoinFlag joinFlag() {
        return flag;
    }

    @Override
    public void close() {
        id.leave(this);
    }

    @Override
    public String toString() {
        return "multicast group " + address.getHostAddress() + " of " + id;
    }
}
