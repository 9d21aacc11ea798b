package org.verbena.provider.ffm;

import org.verbena.libibverbs.LibibverbsProvider;
import org.verbena.libibverbs.NativeLinker;

/** libibverbs through {@code java.lang.foreign}: provider {@code ffm}, for JDK 22 and newer. */
public final class FfmProvider extends LibibverbsProvider {
    /** Does nothing native. */
    public FfmProvider() {
        super("ffm", 100);
    }

    @Override
    protected NativeLinker link() {
        return FfmLinker.open();
    }

    @Override
    protected Module nativeModule() {
        return FfmProvider.class.getModule();
    }
}
