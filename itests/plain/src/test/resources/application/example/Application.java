// SPDX-License-Identifier: Apache-2.0
package example;

import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.NoProviderException;
import org.verbena.ProviderCandidate;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;

/** Runs the first steps of an application: lists devices, selects one, and creates a queue pair on it. */
public class Application {
    public static void main(String[] args) {
        for (ProviderCandidate candidate : ProviderLookup.create().candidates()) {
            System.out.println("candidate " + candidate);
        }
        VerbsProvider provider;
        try {
            provider = args.length == 0 ? Verbs.provider() : Verbs.provider(args[0]);
        } catch (NoProviderException e) {
            System.out.println("no provider: " + e.getMessage());
            System.exit(3);
            return;
        }
        try (DeviceContext context = provider.devices().get(0).open()) {
            CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
            QueuePair qp = context.allocPd()
                    .createQp(QpInitAttr.builder().sendCq(cq).recvCq(cq).maxSendWr(100).maxSendSge(4).build());
            System.out.println(provider.name() + " granted " + qp.grantedCap());
        }
    }
}
