package org.verbena.itests.mlx5;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Flags;
import org.verbena.ProtectionDomain;
import org.verbena.QpCap;
import org.verbena.QpInitAttr;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.SendOp;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsException;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;

/**
 * One of two devices that are asked the same. Each question draws its numbers from a random generator: with the same
 * seed it is the same question. The answer is a text: the grant, or the name of the error number.
 */
final class Twin implements AutoCloseable {
    private static final List<QpType> TYPES = List.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET);
    private static final int MAX_WR = 40_000;
    private static final int MAX_SGE = 70;
    private static final int MAX_INLINE = 1100;

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final SharedReceiveQueue srq;

    Twin(Device device) {
        context = device.open();
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(16).build());
        srq = pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
    }

    String createQp(SplittableRandom random) {
        QpInitAttr attr = qp(random).build();
        return answer(() -> {
            try (QueuePair qp = pd.createQp(attr)) {
                return qp.grantedCap() + " " + qp.toQpEx().isPresent();
            }
        });
    }

    String createQpEx(SplittableRandom random) {
        QpInitAttr attr = qp(random).pd(pd).sendOpsFlags(ops(random)).build();
        return answer(() -> {
            try (QueuePair qp = context.createQpEx(attr)) {
                return qp.grantedCap() + " " + qp.toQpEx().isPresent();
            }
        });
    }

    private QpInitAttr.Builder qp(SplittableRandom random) {
        QpInitAttr.Builder request = QpInitAttr.builder()
                .qpType(TYPES.get(random.nextInt(TYPES.size())))
                .sendCq(cq)
                .recvCq(cq)
                .cap(new QpCap(
                        number(random, MAX_WR),
                        number(random, MAX_WR),
                        number(random, MAX_SGE),
                        number(random, MAX_SGE),
                        number(random, MAX_INLINE)));
        return random.nextInt(4) == 0 ? request.srq(srq) : request;
    }

    private static Flags<SendOp> ops(SplittableRandom random) {
        Flags<SendOp> ops = Flags.none(SendOp.class);
        for (SendOp op : SendOp.values()) {
            ops = random.nextInt(6) == 0 ? ops.with(op) : ops;
        }
        return ops;
    }

    String createSrq(SplittableRandom random) {
        SrqInitAttr attr = SrqInitAttr.builder()
                .maxWr(number(random, MAX_WR))
                .maxSge(number(random, MAX_SGE))
                .build();
        return answer(() -> {
            try (SharedReceiveQueue created = pd.createSrq(attr)) {
                return created.grantedAttr().toString();
            }
        });
    }

    String createCq(SplittableRandom random) {
        CqInitAttr attr = CqInitAttr.builder().cqe(number(random, MAX_WR)).build();
        int resized = (int) number(random, MAX_WR);
        return answer(() -> {
            try (CompletionQueue created = context.createCq(attr)) {
                int granted = created.grantedCqe();
                return granted + " resized "
                        + answer(() -> {
                            created.resize(resized);
                            return Integer.toString(created.grantedCqe());
                        });
            }
        });
    }

    String createWq(SplittableRandom random) {
        WqInitAttr attr = WqInitAttr.builder()
                .pd(pd)
                .cq(cq)
                .maxWr(number(random, MAX_WR))
                .maxSge(number(random, MAX_SGE))
                .build();
        return answer(() -> {
            try (WorkQueue wq = context.createWq(attr)) {
                return wq.grantedCap().toString();
            }
        });
    }

    /** As often small as large. */
    private static long number(SplittableRandom random, int max) {
        return random.nextInt(2) == 0 ? random.nextInt(20) : random.nextInt(max);
    }

    private static String answer(Supplier<String> question) {
        try {
            return question.get();
        } catch (VerbsException e) {
            return e.errno().name();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
