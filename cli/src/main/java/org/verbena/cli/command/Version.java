package org.verbena.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        }
        return new String[] {
            "verbena " + properties.getProperty("version") + " on Java " + System.getProperty("java.version")
        };
    }
}
