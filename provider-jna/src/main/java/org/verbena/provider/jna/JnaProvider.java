// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import com.sun.jna.Native;
import org.verbena.libibverbs.LibibverbsProvider;
import org.verbena.libibverbs.call.NativeLinker;

/** Provider {@code jna}, which calls libibverbs through JNA. Requires JDK 17 or newer. */
public final class JnaProvider extends LibibverbsProvider {
    /** Creates the provider without loading or calling native code. */
    public JnaProvider() {
        super("jna", 50);
    }

    @Override
    protected NativeLinker link() {
        return JnaLinker.open();
    }

    /** Returns the module of JNA, because JNA loads the library with its native methods. */
    @Override
    protected Module nativeModule() {
        return Native.class.getModule();
    }
}
