// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import org.verbena.ProviderLookup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verbena create-qp}, which shows what a device grants for a queue pair. */
@Command(
        name = "create-qp",
        description = {
            "Create a queue pair, print the requested, granted and queried capabilities, and destroy it.",
            "The call is ibv_create_qp(3), or ibv_create_qp_ex(3) with --ex or any option of its sections.",
            "Attributes that are not given are 0, as in a zeroed struct ibv_qp_init_attr. Numbers can be hexadecimal "
                    + "(0x...). Flags are names or numbers, separated by commas."
        },
        footer = {
            "  verbena create-qp --provider sim --profile mlx5 --type RC \\",
            "      --max-send-wr 100 --max-recv-wr 1 --max-send-sge 4 --max-recv-sge 1",
            "  verbena create-qp --device mlx5_0 --type RC --max-send-wr 16 \\",
            "      --max-send-sge 1 --send-ops SEND,RDMA_WRITE --json",
            "  verbena create-qp --device mlx5_0 --type RAW_PACKET --rss-wqs 4 \\",
            "      --rx-hash-fields SRC_IPV4,DST_IPV4"
        })
public final class CreateQpCommand extends CreateCommand {
    @Mixin
    private final QpTrial.Options options = new QpTrial.Options();

    public CreateQpCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    public Trial trial() {
        return options.trial();
    }
}
