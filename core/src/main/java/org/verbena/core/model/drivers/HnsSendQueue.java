package org.verbena.core.model.drivers;

import org.verbena.attr.QpType;
import org.verbena.core.model.rules.Pow2;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/**
 * An entry of the send queue of an hns queue pair: set_ext_sge_param of providers/hns/hns_roce_u_verbs.c, and
 * set_ext_sge_param and update_inline_data of Linux hw/hns/hns_roce_qp.c. The entry itself holds two gather elements,
 * or none for datagrams. The others are in extended space, in a power of two of elements. From HIP09 on, inline data
 * uses the extended space as well; then all space for elements is granted as inline data.
 *
 * @param elements the number of gather elements that {@code ibv_query_qp(3)} reports
 * @param inlineData the number of bytes of inline data granted
 */
record HnsSendQueue(long elements, long inlineData) {
    private static final int ELEMENT = 16;
    private static final int OWN_ELEMENTS = 2;

    static HnsSendQueue of(QpRequest request, Limits limits) {
        long sge = request.cap().maxSendSge();
        long inlineData = clamped(request.cap().maxInlineData(), limits.get("max_inline_data"));
        if (limits.get("ext_sge_mode") == 0) {
            return new HnsSendQueue(Math.min(Math.max(1, sge), limits.get("max_sge")), inlineData);
        }
        boolean datagrams = request.is(QpType.UD);
        long own = datagrams ? 0 : OWN_ELEMENTS;
        long gathered = Math.max(sge - own, datagrams ? 1 : 0);
        long inlined = inlineData / ELEMENT <= own ? 0 : inlineData / ELEMENT;
        long extended = roundUp(Math.max(gathered, inlined));
        return new HnsSendQueue(
                Math.min(own + extended, limits.get("max_sge")),
                Math.max(inlineData, ELEMENT * Math.max(own, extended)));
    }

    /** Returns the inline data, cut to the maximum; the driver does not reject larger values (get_max_inline_data). */
    private static long clamped(long asked, long most) {
        return Math.min(roundUp(asked), most);
    }

    private static long roundUp(long number) {
        return number == 0 ? 0 : Pow2.roundUp(number);
    }
}
