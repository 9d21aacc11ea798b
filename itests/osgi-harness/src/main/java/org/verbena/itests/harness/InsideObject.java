package org.verbena.itests.harness;

/** An object of a class that only bundles have. */
public final class InsideObject {
    private final Object object;

    InsideObject(Object object) {
        this.object = object;
    }

    /**
     * Calls a method.
     *
     * @param method its name; there is one of this name
     * @param arguments the arguments
     * @return what it returns
     */
    public Object call(String method, Object... arguments) {
        return OsgiFramework.call(object, method, arguments);
    }
}
