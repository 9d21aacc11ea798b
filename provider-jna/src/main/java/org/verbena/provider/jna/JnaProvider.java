package org.verbena.provider.jna;

import com.sun.jna.Native;
import org.verbena.libibverbs.LibibverbsProvider;
import org.verbena.libibverbs.NativeLinker;

/** libibverbs through JNA: provider {@code jna}, for JDK 17 and newer. */
public final class JnaProvider extends LibibverbsProvider {
    /** Does nothing native. */
    public JnaProvider() {
        super("jna", 50);
    }

    @Override
    protected NativeLinker link() {
        return JnaLinker.open();
    }

    /** JNA's: it is JNA that loads its library of native methods. */
    @Override
    protected Module nativeModule() {
        return Native.class.getModule();
    }
}
