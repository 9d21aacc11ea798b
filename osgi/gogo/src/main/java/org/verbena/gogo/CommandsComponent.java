// SPDX-License-Identifier: Apache-2.0
package org.verbena.gogo;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.ShellCommand;
import org.verbena.spi.osgi.ServiceProperty;

/**
 * A component that registers each {@link ShellCommand} as a Gogo service, in the scope {@code verbs}. Each run of a
 * command looks among the providers that are registered as services at that time.
 */
@Component(
        name = "org.verbena.gogo",
        service = {},
        immediate = true)
public final class CommandsComponent {
    private static final String SCOPE = "verbs";

    // The selected provider is registered a second time; this filter ignores that registration.
    @Reference(target = "(!(" + ServiceProperty.SELECTED + "=true))")
    private volatile List<VerbsProvider> providers = List.of();

    private List<ServiceRegistration<Function>> registrations = List.of();

    /**
     * Registers the commands. Declarative Services calls this method.
     *
     * @param bundle the bundle
     */
    @Activate
    public void register(BundleContext bundle) {
        registrations = Arrays.stream(ShellCommand.values())
                .map(command -> bundle.registerService(
                        Function.class,
                        new VerbsFunction(SCOPE, command, this::lookup),
                        FrameworkUtil.asDictionary(Map.of(
                                CommandProcessor.COMMAND_SCOPE,
                                SCOPE,
                                CommandProcessor.COMMAND_FUNCTION,
                                command.commandName()))))
                .toList();
    }

    private ProviderLookup lookup() {
        return ProviderLookup.create().with(providers);
    }

    /** Unregisters the commands. Declarative Services calls this method. */
    @Deactivate
    public void unregister() {
        registrations.forEach(ServiceRegistration::unregister);
    }
}
