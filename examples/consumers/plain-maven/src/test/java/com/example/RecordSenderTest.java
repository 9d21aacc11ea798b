// SPDX-License-Identifier: Apache-2.0
package com.example;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.WorkRequestException;
import org.verbena.attr.WcStatus;
import org.verbena.testing.DropMessage;
import org.verbena.testing.VerbsTest;

@VerbsTest
class RecordSenderTest {
    @Test
    void aRecordArrives(AsyncQueuePair client, AsyncQueuePair server) throws Exception {
        CompletableFuture<Message> message = server.recv();
        new RecordSender(client).send("record 1").get(60, SECONDS);
        assertEquals(
                "record 1",
                StandardCharsets.UTF_8.decode(message.get(60, SECONDS).data()).toString());
    }

    @Test
    @DropMessage(times = 7)
    void aLostRecordFailsTheFuture(AsyncQueuePair client, AsyncQueuePair server) {
        CompletableFuture<Void> sent = new RecordSender(client).send("record 1");
        ExecutionException e = assertThrows(ExecutionException.class, () -> sent.get(60, SECONDS));
        WorkRequestException failure = assertInstanceOf(WorkRequestException.class, e.getCause());
        assertEquals(WcStatus.RETRY_EXC_ERR, failure.status());
    }
}
