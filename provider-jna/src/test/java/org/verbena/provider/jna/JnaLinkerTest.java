// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.jna;

import org.verbena.libibverbs.NativeLinkerContract;
import org.verbena.libibverbs.call.NativeLinker;

class JnaLinkerTest implements NativeLinkerContract {
    @Override
    public NativeLinker open() {
        return JnaLinker.open();
    }
}
