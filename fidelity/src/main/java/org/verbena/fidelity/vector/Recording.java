package org.verbena.fidelity.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.DeviceContext;
import org.verbena.VerbsException;
import org.verbena.fidelity.state.ValidAttributes;
import org.verbena.spi.model.QueriedDevice;

/**
 * What a device answered to random requests.
 *
 * @param vectors the answers in order
 * @param notAsked why requests could not be put to the device, in order; nothing of them is recorded
 * @param config the limits that the device reports
 */
public record Recording(List<Vector> vectors, List<String> notAsked, Config config) {
    private static final List<Integer> CQ_SIZES = List.of(1, 100, 1000, 5000);

    /**
     * Copies the lists.
     *
     * @param vectors the answers
     * @param notAsked why requests could not be put
     * @param config the limits
     */
    public Recording {
        vectors = List.copyOf(vectors);
        notAsked = List.copyOf(notAsked);
    }

    /**
     * Asks a device at random: values about powers of two and about the limits that it reports, in all kinds of request.
     *
     * @param device the device
     * @param driver the name of its driver's model, for the vectors
     * @param configName the name of its limits, for the vectors
     * @param seed the same seed asks the same
     * @param count how many requests, not negative
     * @return the answers
     * @throws VerbsException if the device does not report its limits
     */
    public static Recording of(DeviceRespondent device, String driver, String configName, long seed, int count) {
        QueriedDevice queried = queried(device.context());
        Sweep sweep = new Sweep(seed, queried, cqSizes(device));
        List<Vector> vectors = new ArrayList<>();
        List<String> notAsked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Request request = sweep.next();
            try {
                Answer answer = device.answer(request);
                vectors.add(new Vector(driver, configName, request, answer, false, Optional.empty()));
            } catch (NotAskableException | VerbsException e) {
                notAsked.add(VectorJson.text(request) + ": " + e.getMessage());
            }
        }
        return new Recording(vectors, notAsked, Config.of(driver, queried));
    }

    private static QueriedDevice queried(DeviceContext context) {
        return new QueriedDevice(
                context.queryDeviceEx(), context.queryPort(ValidAttributes.PORT), context.numCompVectors());
    }

    /** Sizes that completion queues have on the device, to start from when their size is changed. */
    private static List<Integer> cqSizes(DeviceRespondent device) {
        return CQ_SIZES.stream()
                .map(cqe -> device.answer(Request.CreateCq.plain(cqe, 0))
                        .granted()
                        .values()
                        .getOrDefault("cqe", (long) cqe))
                .map(Long::intValue)
                .toList();
    }
}
