// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import java.util.Map;
import org.verbena.DeviceContext;
import org.verbena.Explanation;

/** A call that can be explained without being executed. */
public interface Explainable {
    /** Returns the verb without the prefix {@code ibv_}, for example {@code create_qp}. */
    String op();

    /** Returns the requested attributes, by C name. */
    Map<String, Object> requested();

    /**
     * Returns the answer that the driver is expected to give. Creates the objects that the call needs; closing the
     * context destroys them.
     *
     * @return the granted attributes, by C name, or the reason why there are none
     * @throws org.verbena.error.VerbsException if the creation of a required object fails
     */
    Explanation<Map<String, Object>> explain(DeviceContext context);
}
