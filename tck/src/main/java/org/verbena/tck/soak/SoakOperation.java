package org.verbena.tck.soak;

import java.util.List;
import org.verbena.attr.QpType;

/** The operations that transfer a message. */
enum SoakOperation {
    SEND(true),
    SEND_WITH_IMM(true),
    WRITE(false),
    WRITE_WITH_IMM(true),
    READ(false),
    FETCH_ADD(false),
    COMPARE_SWAP(false);

    private static final List<SoakOperation> OF_DATAGRAMS = List.of(SEND, SEND_WITH_IMM);
    private static final List<SoakOperation> OF_UNRELIABLE = List.of(SEND, SEND_WITH_IMM, WRITE, WRITE_WITH_IMM);

    private final boolean takesReceive;

    SoakOperation(boolean takesReceive) {
        this.takesReceive = takesReceive;
    }

    boolean takesReceive() {
        return takesReceive;
    }

    boolean isAtomic() {
        return this == FETCH_ADD || this == COMPARE_SWAP;
    }

    static List<SoakOperation> of(QpType type) {
        return switch (type) {
            case UD -> OF_DATAGRAMS;
            case UC -> OF_UNRELIABLE;
            default -> List.of(values());
        };
    }
}
