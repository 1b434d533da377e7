/** An invalid setting, in one line for the operator. */
export class ConfigError extends Error {}
