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
 * Gives each {@link ShellCommand} to Gogo as a service, under the scope {@code verbs}. The commands look among the
 * providers that are services at the time when they run.
 */
@Component(
        name = "org.verbena.gogo",
        service = {},
        immediate = true)
public final class CommandsComponent {
    private static final String SCOPE = "verbs";

    // The chosen provider is registered twice; once is enough.
    @Reference(target = "(!(" + ServiceProperty.SELECTED + "=true))")
    private volatile List<VerbsProvider> providers = List.of();

    private List<ServiceRegistration<Function>> registrations = List.of();

    /**
     * For Declarative Services.
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

    /** For Declarative Services. */
    @Deactivate
    public void unregister() {
        registrations.forEach(ServiceRegistration::unregister);
    }
}
