// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.ffm;

import org.verbena.libibverbs.NativeLinkerContract;
import org.verbena.libibverbs.call.NativeLinker;

class FfmLinkerTest implements NativeLinkerContract {
    @Override
    public NativeLinker open() {
        return FfmLinker.open();
    }
}
