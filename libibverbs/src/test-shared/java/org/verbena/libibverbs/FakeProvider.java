// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import java.util.function.Supplier;
import org.verbena.libibverbs.call.NativeLinker;

/** A provider with the linker of a test. */
public final class FakeProvider extends LibibverbsProvider {
    private final Supplier<NativeLinker> linker;

    public FakeProvider(Supplier<NativeLinker> linker) {
        super("fake", 7);
        this.linker = linker;
    }

    @Override
    protected NativeLinker link() {
        return linker.get();
    }

    @Override
    protected Module nativeModule() {
        return FakeProvider.class.getModule();
    }
}
