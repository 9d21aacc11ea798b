// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.verbena.DeviceContext;
import org.verbena.error.VerbsException;
import org.verbena.fidelity.state.ValidAttributes;
import org.verbena.spi.model.QueriedDevice;

/**
 * The answers of a device to random requests.
 *
 * @param vectors the requests and answers, in order
 * @param notAsked the requests that could not be sent to the device, with the reason, in order; they are not recorded
 * @param config the limits that the device reports
 */
public record Recording(List<Vector> vectors, List<String> notAsked, Config config) {
    private static final List<Integer> CQ_SIZES = List.of(1, 100, 1000, 5000);

    /**
     * Copies the lists.
     *
     * @param vectors the requests and answers
     * @param notAsked the requests that could not be sent, with the reason
     * @param config the limits
     */
    public Recording {
        vectors = List.copyOf(vectors);
        notAsked = List.copyOf(notAsked);
    }

    /**
     * Sends random requests of all kinds to a device, with values near powers of two and near its reported limits.
     *
     * @param device the device
     * @param driver the name of its driver's model, for the vectors
     * @param configName the name of its limits, for the vectors
     * @param seed the seed; equal seeds send equal requests
     * @param count the number of requests, at least 0
     * @return the recording
     * @throws VerbsException if the device does not report its limits
     */
    public static Recording of(DeviceTarget device, String driver, String configName, long seed, int count) {
        return of(device, driver, configName, seed, count, answered -> {});
    }

    /**
     * Sends random requests as {@link #of(DeviceTarget, String, String, long, int)} does, and reports the progress.
     *
     * @param device the device
     * @param driver the name of its driver's model, for the vectors
     * @param configName the name of its limits, for the vectors
     * @param seed the seed; equal seeds send equal requests
     * @param count the number of requests, at least 0
     * @param progress receives the number of sent requests after each one
     * @return the recording
     * @throws VerbsException if the device does not report its limits
     */
    public static Recording of(
            DeviceTarget device, String driver, String configName, long seed, int count, LongConsumer progress) {
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
            progress.accept(i + 1L);
        }
        return new Recording(vectors, notAsked, Config.of(driver, queried));
    }

    private static QueriedDevice queried(DeviceContext context) {
        return new QueriedDevice(
                context.queryDeviceEx(), context.queryPort(ValidAttributes.PORT), context.numCompVectors());
    }

    /** Returns granted completion queue sizes of the device, from which resize requests start. */
    private static List<Integer> cqSizes(DeviceTarget device) {
        return CQ_SIZES.stream()
                .map(cqe -> device.answer(Request.CreateCq.plain(cqe, 0))
                        .granted()
                        .values()
                        .getOrDefault("cqe", (long) cqe))
                .map(Long::intValue)
                .toList();
    }
}
