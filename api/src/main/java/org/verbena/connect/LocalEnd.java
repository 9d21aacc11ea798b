// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AtomicCap;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The queue pair of this side and its state transitions. The attributes of a transition depend on the type of the queue
 * pair: see the table of {@code ib_modify_qp_is_ok} in the kernel's {@code core/verbs.c}, and {@code ibv_modify_qp(3)}.
 */
final class LocalEnd {
    private static final int UINT8_MAX = 0xFF;

    private final QueuePair qp;
    private final ConnectorSettings settings;
    private final LocalPort port;
    private final DeviceAttr device;
    private EndpointAttributes endpoint;
    private boolean begun;

    /**
     * Checks the queue pair, and queries its device and port.
     *
     * @throws InvalidRequestException if the queue pair cannot be connected, see {@link Connector}
     */
    LocalEnd(QueuePair qp, ConnectorSettings settings) {
        requireConnectable(qp);
        this.qp = qp;
        this.settings = settings;
        this.port = LocalPort.of(qp.context(), settings);
        this.device = qp.context().queryDevice();
        this.endpoint = new EndpointAttributes(
                qp.qpType(),
                qp.qpNum(),
                settings.psn().orElseGet(() -> ThreadLocalRandom.current().nextInt(1 << 24)),
                port.mtu(),
                port.linkLayer(),
                port.lid(),
                port.gid(),
                depth(settings.maxRdAtomic(), device.maxQpInitRdAtom()),
                depth(settings.maxDestRdAtomic(), device.maxQpRdAtom()),
                isDatagram() ? settings.qkey() : 0,
                qp.context().device().fabric());
    }

    /** Limits a depth to the device limit, an {@code int}, and to the 8 bits of the attribute. */
    private static int depth(int wanted, int limit) {
        return Math.max(0, Math.min(Math.min(wanted, limit), UINT8_MAX));
    }

    private static void requireConnectable(QueuePair qp) {
        switch (qp.qpType()) {
            case RC, UC, UD, XRC_SEND, XRC_RECV -> {}
            default ->
                throw refuse(
                        qp, "qp_type", qp.qpType().cName(), "RC, UC, UD, XRC", "queue pairs of this type have no peer");
        }
        if (qp.state() != QpState.RESET && qp.state() != QpState.INIT) {
            throw refuse(
                    qp,
                    "qp_state",
                    qp.state().cName(),
                    "RESET or INIT",
                    "the queue pair is connected or in error; reset it");
        }
    }

    private static InvalidRequestException refuse(
            QueuePair qp, String attribute, String value, String limit, String rule) {
        return new InvalidRequestException(
                "ibv_modify_qp",
                Errno.EINVAL,
                "queue pair " + qp.qpNum(),
                new Violation(attribute, value, limit, rule, "org.verbena.connect.Connector"));
    }

    QueuePair qp() {
        return qp;
    }

    EndpointAttributes endpoint() {
        return endpoint;
    }

    /** Returns the GID of the other IP version, empty if there is none or the settings name an entry. */
    Optional<Gid> otherGid() {
        return port.otherGid();
    }

    /** Uses the GID of the other IP version from now on. */
    void useOtherGid() {
        port.swapGids();
        port.gid().ifPresent(gid -> endpoint = endpoint.withGid(gid));
    }

    /**
     * Chooses a GID of each side so that both have the same IP version, if there are such.
     *
     * @param remote the peer, with the GID that it prefers
     * @param other a GID of the peer of the other IP version
     * @return the peer with the chosen GID
     */
    EndpointAttributes agreeOnGids(EndpointAttributes remote, Optional<Gid> other) {
        if (Compatibility.sameIpVersion(endpoint.gid(), remote.gid())) {
            return remote;
        }
        if (otherGid().isPresent()) {
            useOtherGid();
            return remote;
        }
        return Compatibility.sameIpVersion(endpoint.gid(), other)
                ? other.map(remote::withGid).orElse(remote)
                : remote;
    }

    /** Moves the queue pair to INIT, where receives can be posted, unless it is in INIT. */
    void toInit() {
        if (qp.state() == QpState.INIT) {
            return;
        }
        QpAttr.Builder attr = to(QpState.INIT).pkeyIndex(settings.pkeyIndex()).portNum(settings.portNum());
        qp.modify((isDatagram() ? attr.qkey(settings.qkey()) : attr.qpAccessFlags(access())).build());
    }

    /**
     * Moves the queue pair to RTS. If a transition fails, the queue pair ends in ERR, so that every posted receive
     * completes.
     *
     * @return the peer
     */
    Peer join(EndpointAttributes remote) {
        Peer peer = new Peer(remote, port.addressOf(remote), LocalPort.smaller(endpoint.mtu(), remote.mtu()));
        join(peer, endpoint.psn());
        return peer;
    }

    /** Moves the queue pair to RTS for a known peer, with the first packet sequence number of its sends. */
    void join(Peer peer, long psn) {
        begun = true;
        try {
            toInit();
            qp.modify(toRtr(peer));
            qp.modify(toRts(peer, psn));
        } catch (VerbsException e) {
            fail();
            throw e;
        }
    }

    /** Moves the queue pair to ERR if {@link #join} was called, which flushes the posted receives. */
    void fail() {
        try {
            if (begun && qp.state() != QpState.RESET) {
                qp.modify(to(QpState.ERR).build());
            }
        } catch (VerbsException e) {
            // The queue pair is closed, or the device was removed. Nothing is in flight then, and the caller reports
            // the original failure.
        }
    }

    private QpAttr toRtr(Peer peer) {
        QpAttr.Builder attr = to(QpState.RTR);
        if (isDatagram()) {
            return attr.build();
        }
        EndpointAttributes remote = peer.endpoint();
        attr.ahAttr(peer.address())
                .pathMtu(peer.mtu())
                .destQpNum(remote.qpNum())
                .rqPsn(remote.psn());
        if (isResponder()) {
            attr.maxDestRdAtomic(Math.min(endpoint.maxDestRdAtomic(), remote.maxRdAtomic()))
                    .minRnrTimer(settings.minRnrTimer());
        }
        return attr.build();
    }

    private QpAttr toRts(Peer peer, long psn) {
        QpAttr.Builder attr = to(QpState.RTS).sqPsn(psn);
        if (isRequester()) {
            attr.retryCnt(settings.retryCnt())
                    .rnrRetry(settings.rnrRetry())
                    .maxRdAtomic(
                            Math.min(endpoint.maxRdAtomic(), peer.endpoint().maxDestRdAtomic()));
        }
        if (isRequester() || isResponder()) {
            attr.timeout(settings.timeout());
        }
        return attr.build();
    }

    private static QpAttr.Builder to(QpState state) {
        return QpAttr.builder().qpState(state);
    }

    private Flags<AccessFlag> access() {
        return settings.access().orElseGet(() -> {
            Flags<AccessFlag> write = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            if (!isResponder()) {
                return write;
            }
            Flags<AccessFlag> read = write.with(AccessFlag.REMOTE_READ);
            return device.atomicCap() == AtomicCap.NONE ? read : read.with(AccessFlag.REMOTE_ATOMIC);
        });
    }

    private boolean isDatagram() {
        return qp.qpType() == QpType.UD;
    }

    /** Returns whether the queue pair initiates reliable requests. */
    private boolean isRequester() {
        return qp.qpType() == QpType.RC || qp.qpType() == QpType.XRC_SEND;
    }

    /** Returns whether the queue pair responds to reliable requests. */
    private boolean isResponder() {
        return qp.qpType() == QpType.RC || qp.qpType() == QpType.XRC_RECV;
    }
}
