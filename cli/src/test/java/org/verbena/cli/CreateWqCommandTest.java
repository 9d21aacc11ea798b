// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.verbena.WqInitAttr;
import org.verbena.attr.WqFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class CreateWqCommandTest {
    private final FakeProvider fake = FakeProvider.hardware();

    @Test
    void printsRequestedAndGranted() {
        CliRun run = fake.run("create-wq", "--max-wr", "100", "--max-sge", "2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                        fake0 of provider fake: ibv_create_wq gave wq_num 72

                                 requested  granted
                        max_wr         100      128
                        max_sge          2        2
                        """);
    }

    @Test
    void printsTheSameAsJsonWithoutQueriedValues() {
        JsonObject json = fake.run("create-wq", "--max-wr", "100", "--max-sge", "2", "--json")
                .json();

        assertThat(json)
                .containsExactly(
                        Map.entry("provider", "fake"),
                        Map.entry("device", "fake0"),
                        Map.entry("op", "create_wq"),
                        Map.entry("requested", Map.of("max_wr", 100, "max_sge", 2)),
                        Map.entry("granted", Map.of("max_wr", 128, "max_sge", 2)),
                        new SimpleEntry<>("queried", null),
                        Map.entry("wq_num", 72));
    }

    @Test
    void passesTheOptionsToTheRequest() {
        fake.run("create-wq", "--max-wr=4294967295", "--max-sge=3", "--create-flags=cvlan_stripping,0x80000000");

        ArgumentCaptor<WqInitAttr> request = ArgumentCaptor.forClass(WqInitAttr.class);
        verify(fake.context).createWq(request.capture());
        assertThat(request.getValue().maxWr()).isEqualTo(4294967295L);
        assertThat(request.getValue().maxSge()).isEqualTo(3);
        assertThat(request.getValue().createFlags().mask()).isEqualTo(WqFlag.CVLAN_STRIPPING.mask() | 0x8000_0000L);
        assertThat(request.getValue().pd()).contains(fake.pd);
        assertThat(request.getValue().cq()).contains(fake.cq);
    }

    @Test
    void closesTheWorkQueueBeforeTheContext() {
        fake.run("create-wq", "--max-wr", "1");

        InOrder order = inOrder(fake.wq, fake.context);
        order.verify(fake.wq).close();
        order.verify(fake.context).close();
    }

    @Test
    void reportsARefusalAsJson() {
        when(fake.context.createWq(any()))
                .thenThrow(new VerbsException("ibv_create_wq", Errno.EOPNOTSUPP, "device fake0", Diagnosis.UNKNOWN));

        CliRun run = fake.run("create-wq", "--max-wr", "1", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().getObject("error"))
                .containsEntry("verb", "ibv_create_wq")
                .containsEntry("errno", "EOPNOTSUPP");
        assertThat(run.json().getObject("error").getArray("violations")).isEmpty();
    }
}
