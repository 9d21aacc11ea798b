package org.verbena.fidelity.vector;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;

/**
 * The numbers in a driver's answer, by their C names. A recorded answer may lack some of the driver's numbers.
 *
 * @param values the numbers, in the order of the C struct
 */
public record NamedCaps(Map<String, Long> values) {
    /** An empty set of numbers. */
    public static final NamedCaps NONE = new NamedCaps(Map.of());

    /**
     * Copies the numbers.
     *
     * @param values the numbers
     */
    public NamedCaps {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static NamedCaps of(QpCap cap) {
        return NONE.with("max_send_wr", cap.maxSendWr())
                .with("max_recv_wr", cap.maxRecvWr())
                .with("max_send_sge", cap.maxSendSge())
                .with("max_recv_sge", cap.maxRecvSge())
                .with("max_inline_data", cap.maxInlineData());
    }

    static NamedCaps of(SrqAttr attr) {
        return NONE.with("max_wr", attr.maxWr()).with("max_sge", attr.maxSge()).with("srq_limit", attr.srqLimit());
    }

    static NamedCaps of(WqCap cap) {
        return NONE.with("max_wr", cap.maxWr()).with("max_sge", cap.maxSge());
    }

    static NamedCaps ofCqe(int cqe) {
        return NONE.with("cqe", Integer.toUnsignedLong(cqe));
    }

    private NamedCaps with(String name, long value) {
        Map<String, Long> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new NamedCaps(more);
    }
}
