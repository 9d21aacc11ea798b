// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.ProtectionDomain;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.QpCapField;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.option.ConstantNames;
import org.verbena.error.VerbsException;
import picocli.CommandLine.ITypeConverter;

/**
 * An attribute whose granted value depends on the requested one. All other sizes of the request are as small as
 * possible.
 *
 * @param cName the C name, with a prefix for the object if the name is not unique
 * @param meaning the meaning of the value, for display
 * @param preparation the preparation of requests
 */
public record CapAttr(String cName, String meaning, Preparation preparation) {
    public static final List<CapAttr> ALL = List.of(
            qp(QpCapField.MAX_SEND_WR, "work requests that the send queue holds"),
            qp(QpCapField.MAX_RECV_WR, "work requests that the receive queue holds"),
            qp(QpCapField.MAX_SEND_SGE, "scatter/gather elements of a send"),
            qp(QpCapField.MAX_RECV_SGE, "scatter/gather elements of a receive"),
            qp(QpCapField.MAX_INLINE_DATA, "bytes that a send carries inline"),
            new CapAttr("cqe", "completions that a completion queue holds", (context, qp) -> cq(context.explain())),
            srq("srq_max_wr", "receives that a shared receive queue holds", SrqInitAttr.Builder::maxWr, SrqAttr::maxWr),
            srq(
                    "srq_max_sge",
                    "scatter/gather elements of such a receive",
                    SrqInitAttr.Builder::maxSge,
                    SrqAttr::maxSge),
            wq("wq_max_wr", "receives that a work queue holds", WqInitAttr.Builder::maxWr, WqCap::maxWr),
            wq("wq_max_sge", "scatter/gather elements of such a receive", WqInitAttr.Builder::maxSge, WqCap::maxSge));

    /** Creates the objects that a request needs, and returns the function that maps a requested value to an answer. */
    interface Preparation {
        LongFunction<CapAnswer> on(DeviceContext context, QpTrial qp);
    }

    /**
     * Returns the function that maps a requested value to the answer of the driver.
     *
     * @param context the device, on which the required objects are created
     * @param qp the queue pair request, in which one attribute is changed
     */
    LongFunction<CapAnswer> question(DeviceContext context, QpTrial qp) {
        LongFunction<CapAnswer> question = orRefusal(() -> preparation.on(context, qp), refusal -> value -> refusal);
        return value -> orRefusal(() -> question.apply(value), refusal -> refusal);
    }

    private static <T> T orRefusal(Supplier<T> attempt, Function<CapAnswer, T> refused) {
        try {
            return attempt.get();
        } catch (VerbsException e) {
            return refused.apply(CapAnswer.of(e));
        }
    }

    private static CapAttr qp(QpCapField field, String meaning) {
        return new CapAttr(field.cName(), meaning, (context, trial) -> {
            QpTrial.Prepared request = trial.on(context);
            return value -> CapAnswer.of(request.with(field, value).explain(), field::of);
        });
    }

    private static LongFunction<CapAnswer> cq(Explainer explainer) {
        return value -> {
            CqInitAttr attr = CqInitAttr.builder().cqe(value).build();
            return CapAnswer.of(explainer.createCq(attr), Integer::longValue);
        };
    }

    private static CapAttr srq(
            String name,
            String meaning,
            BiFunction<SrqInitAttr.Builder, Long, SrqInitAttr.Builder> size,
            ToLongFunction<SrqAttr> granted) {
        return new CapAttr(name, meaning, (context, qp) -> {
            Explainer explainer = context.explain();
            return value -> {
                SrqInitAttr.Builder smallest = SrqInitAttr.builder().maxWr(1).maxSge(1);
                return CapAnswer.of(
                        explainer.createSrq(size.apply(smallest, value).build()), granted);
            };
        });
    }

    private static CapAttr wq(
            String name,
            String meaning,
            BiFunction<WqInitAttr.Builder, Long, WqInitAttr.Builder> size,
            ToLongFunction<WqCap> granted) {
        return new CapAttr(name, meaning, (context, qp) -> {
            Explainer explainer = context.explain();
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
            return value -> {
                WqInitAttr.Builder smallest =
                        WqInitAttr.builder().pd(pd).cq(cq).maxWr(1).maxSge(1);
                return CapAnswer.of(
                        explainer.createWq(size.apply(smallest, value).build()), granted);
            };
        });
    }

    /**
     * A selection of attributes: names separated by commas, or {@code all}.
     *
     * @param attrs the attributes in the order of the names, without duplicates
     */
    record Selection(List<CapAttr> attrs) {
        private static final String ALL = "all";

        static final class Converter implements ITypeConverter<Selection>, Iterable<String> {
            @Override
            public Selection convert(String text) {
                return new Selection(
                        text.equals(ALL)
                                ? CapAttr.ALL
                                : Arrays.stream(text.split(",", -1))
                                        .map(this::find)
                                        .distinct()
                                        .toList());
            }

            private CapAttr find(String name) {
                return CapAttr.ALL.stream()
                        .filter(attr -> attr.cName().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(() -> ConstantNames.unknown(name, this));
            }

            @Override
            public Iterator<String> iterator() {
                return Stream.concat(CapAttr.ALL.stream().map(CapAttr::cName), Stream.of(ALL))
                        .iterator();
            }
        }
    }
}
