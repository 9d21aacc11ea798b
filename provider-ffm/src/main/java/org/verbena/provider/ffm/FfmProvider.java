// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import org.verbena.libibverbs.LibibverbsProvider;
import org.verbena.libibverbs.call.NativeLinker;

/** Provider {@code ffm}, which calls libibverbs through {@code java.lang.foreign}. Requires JDK 22 or newer. */
public final class FfmProvider extends LibibverbsProvider {
    /** Creates the provider without loading or calling native code. */
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
