// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.CompletionArray;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.spi.DriverCqReader;

/** Records error completions in the Flight Recorder. If the event is disabled, the cost is one check per poll. */
final class ErrorCompletions {
    /** The value of an unknown number. */
    private static final long UNKNOWN = -1;

    private ErrorCompletions() {}

    /** Records the error completions that a poll has written to an array. */
    static void watch(CqHandle queue, CompletionArray polled) {
        if (isEnabled(queue)) {
            for (int i = 0; i < polled.size(); i++) {
                if (!polled.isSuccess(i)) {
                    record(queue, polled.wrId(i), polled.statusCode(i), polled.vendorErr(i), polled.qpNum(i));
                }
            }
        }
    }

    /** Records the current completion of an in-place read, if it is an error. */
    static void watch(CqExHandle queue, DriverCqReader present) {
        if (isEnabled(queue) && present.status() != WcStatus.SUCCESS.value()) {
            long qpNum = queue.wcFlags().contains(WcFlag.QP_NUM) ? present.qpNum() : UNKNOWN;
            record(queue, present.wrId(), present.status(), present.vendorErr(), qpNum);
        }
    }

    private static boolean isEnabled(CqHandle queue) {
        return queue.resource().contextId().isEnabled(FlightEvent.ERROR_COMPLETION);
    }

    private static void record(CqHandle queue, long wrId, int status, long vendorErr, long qpNum) {
        queue.resource()
                .begin(FlightEvent.ERROR_COMPLETION)
                .with(FlightField.QP_NUM, qpNum)
                .with(FlightField.WR_ID, wrId)
                .with(FlightField.STATUS, status)
                .with(FlightField.STATUS_NAME, WcStatus.of(status).name())
                .with(FlightField.VENDOR_ERR, vendorErr)
                .commit();
    }
}
