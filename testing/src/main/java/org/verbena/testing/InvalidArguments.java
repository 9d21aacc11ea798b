// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/** Creates the exceptions for invalid arguments. */
final class InvalidArguments {
    private InvalidArguments() {}

    static InvalidRequestException invalid(String attribute, String value, String limit, String rule) {
        return new InvalidRequestException(
                "configure", Errno.EINVAL, "test", new Violation(attribute, value, limit, rule, "org.verbena.testing"));
    }
}
