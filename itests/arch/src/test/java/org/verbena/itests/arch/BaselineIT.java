// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.Baseline.Info;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.EmbeddedResource;
import aQute.bnd.osgi.Instructions;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.version.Version;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.MemberRemoval;
import net.bytebuddy.description.modifier.MethodManifestation;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import org.junit.jupiter.api.Test;
import org.verbena.Device;
import org.verbena.core.observe.HandleSource;

/**
 * Checks that the baseline of bnd derives the required package version from a change in one of the project's jars.
 * After the first release, the build compares every bundle that exports a package with the last release.
 */
class BaselineIT {

    @Test
    void anUnchangedPackageNeedsNoNewVersion() throws Exception {
        Info info = compare("org.verbena.api", Device.class, new ByteBuddy().redefine(Device.class));
        assertThat(info.mismatch).isFalse();
        assertThat(info.suggestedVersion).isEqualTo(info.olderVersion);
    }

    @Test
    void aNewMethodOfAProviderTypeNeedsAMinorVersion() throws Exception {
        Info info = compare("org.verbena.api", Device.class, withOneMoreMethod(Device.class));
        assertThat(info.mismatch).isTrue();
        assertThat(info.reason).contains("+ /org.verbena.Device/added()");
        assertThat(info.suggestedVersion).isEqualTo(minorAfter(info.olderVersion));
    }

    @Test
    void aNewMethodOfAConsumerTypeNeedsAMajorVersion() throws Exception {
        Info info = compare("org.verbena.core", HandleSource.class, withOneMoreMethod(HandleSource.class));
        assertThat(info.mismatch).isTrue();
        assertThat(info.reason).contains("+ /org.verbena.core.observe.HandleSource/added()");
        assertThat(info.suggestedVersion).isEqualTo(majorAfter(info.olderVersion));
    }

    @Test
    void aRemovedMethodNeedsAMajorVersion() throws Exception {
        Info info = compare(
                "org.verbena.api",
                Device.class,
                new ByteBuddy().redefine(Device.class).visit(new MemberRemoval().stripMethods(named("open"))));
        assertThat(info.mismatch).isTrue();
        assertThat(info.reason).contains("- /org.verbena.Device/open()");
        assertThat(info.suggestedVersion).isEqualTo(majorAfter(info.olderVersion));
    }

    private static DynamicType.Builder<?> withOneMoreMethod(Class<?> type) {
        return new ByteBuddy()
                .redefine(type)
                .defineMethod("added", void.class, Visibility.PUBLIC, MethodManifestation.ABSTRACT)
                .withoutCode();
    }

    /**
     * Returns the result of the baseline for the package of a type. The jar is the release, and the changed type is the
     * new version.
     */
    private static Info compare(String module, Class<?> type, DynamicType.Builder<?> redefined) throws Exception {
        try (Jar released = new Jar(BuiltModule.named(module).jar().toFile());
                Jar changed = new Jar(released.getSource());
                Processor reporter = new Processor()) {
            byte[] bytes = redefined.make().getBytes();
            changed.putResource(type.getName().replace('.', '/') + ".class", new EmbeddedResource(bytes, 0));
            return new Baseline(reporter, new DiffPluginImpl())
                    .baseline(changed, released, new Instructions()).stream()
                            .filter(info -> info.packageName.equals(type.getPackageName()))
                            .findFirst()
                            .orElseThrow();
        }
    }

    private static Version minorAfter(Version version) {
        return new Version(version.getMajor(), version.getMinor() + 1, 0);
    }

    private static Version majorAfter(Version version) {
        return new Version(version.getMajor() + 1, 0, 0);
    }
}
