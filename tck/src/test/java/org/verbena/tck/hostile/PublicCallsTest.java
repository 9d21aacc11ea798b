// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Executable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.verbena.AsyncEventListener;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.async.AsyncQueuePair;
import org.verbena.cm.CmListener;
import org.verbena.connect.Connector;

class PublicCallsTest {
    @Test
    void methodsOfEveryPackageAreFound() throws NoSuchMethodException {
        List<Executable> calls = PublicCalls.all();

        assertThat(calls)
                .contains(QueuePairEx.class.getMethod("wrSetInlineDataList", List.class))
                .contains(AsyncQueuePair.class.getMethod("send", ByteBuffer.class))
                .contains(Connector.class.getMethod("connect", QueuePair.class, QueuePair.class))
                .hasSizeGreaterThan(300);
    }

    @Test
    void onlyAsyncEventListenerAndServeAreExempt() throws NoSuchMethodException {
        Executable serve = CmListener.class.getMethod("serve", Executor.class, Consumer.class);

        assertThat(PublicCalls.all())
                .filteredOn(call -> PublicCalls.exemption(call).isPresent())
                .allMatch(call -> call.getDeclaringClass() == AsyncEventListener.class || call.equals(serve));
        assertThat(PublicCalls.all()).extracting(PublicCalls::exemption).contains(Optional.empty());
    }
}
