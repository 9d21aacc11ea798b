// SPDX-License-Identifier: Apache-2.0
plugins {
    java
}

repositories {
    // Until the first release: "mvn install -Dquick -DskipTests" in a checkout puts Verbena there.
    mavenLocal()
    mavenCentral()
}

dependencies {
    implementation(platform("org.verbena:verbena-bom:0.1.0-SNAPSHOT"))
    implementation("org.verbena:verbena-api")
    testImplementation("org.verbena:verbena-testing")
    testImplementation(platform("org.junit:junit-bom:5.14.4"))
    testRuntimeOnly("org.junit.jupiter:junit-jupiter-engine")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.withType<JavaCompile>().configureEach {
    options.release = 17
    options.encoding = "UTF-8"
}

tasks.test {
    useJUnitPlatform()
}
