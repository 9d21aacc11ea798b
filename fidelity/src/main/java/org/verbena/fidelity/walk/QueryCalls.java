package org.verbena.fidelity.walk;

/**
 * Executes queries of the device itself. Each device has its own port and table contents, so only success or failure is
 * compared.
 */
final class QueryCalls {
    private QueryCalls() {}

    static Answer port(Side side, Step step) {
        side.context().queryPort(step.arguments().integer(Field.PORT_NUM));
        return Answer.ok();
    }

    static Answer pkey(Side side, Step step) {
        Arguments arguments = step.arguments();
        side.context().queryPkey(arguments.integer(Field.PORT_NUM), arguments.integer(Field.INDEX));
        return Answer.ok();
    }

    static Answer gid(Side side, Step step) {
        Arguments arguments = step.arguments();
        side.context().queryGid(arguments.integer(Field.PORT_NUM), arguments.integer(Field.INDEX));
        return Answer.ok();
    }
}
