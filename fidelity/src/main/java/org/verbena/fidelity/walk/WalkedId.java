// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;

/** An identifier in a walk, with the number of its step. */
final class WalkedId {
    private final int step;
    private final CmId id;
    private CmPhase phase;

    WalkedId(int step, CmId id, CmPhase phase) {
        this.step = step;
        this.id = id;
        this.phase = phase;
    }

    int step() {
        return step;
    }

    CmId id() {
        return id;
    }

    CmPhase phase() {
        return phase;
    }

    void reaches(CmPhase next) {
        phase = next;
    }

    /** Updates the phase. The end of the timewait state comes at any time, so it has no influence on later steps. */
    void handle(CmEvent event) {
        phase = switch (event.type()) {
            case ADDR_RESOLVED -> CmPhase.ADDRESSED;
            case ADDR_ERROR -> CmPhase.BOUND;
            case ROUTE_RESOLVED -> CmPhase.ROUTED;
            case CONNECT_RESPONSE -> CmPhase.ANSWERED;
            case ESTABLISHED -> CmPhase.CONNECTED;
            case DISCONNECTED -> phase == CmPhase.ENDED ? phase : CmPhase.DISCONNECTED;
            case REJECTED, UNREACHABLE, CONNECT_ERROR -> CmPhase.ENDED;
            default -> phase;
        };
    }

    @Override
    public String toString() {
        return "#" + step;
    }
}
