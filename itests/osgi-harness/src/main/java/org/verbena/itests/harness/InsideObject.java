// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.harness;

/** An object of a class that is visible only to bundles. */
public final class InsideObject {
    private final Object object;

    InsideObject(Object object) {
        this.object = object;
    }

    /**
     * Calls a method.
     *
     * @param method its name, which must be unique
     * @param arguments the arguments
     * @return the result of the method
     */
    public Object call(String method, Object... arguments) {
        return OsgiFramework.call(object, method, arguments);
    }
}
