import manifest from '../package.json' with { type: 'json' }

/** The product's version, as health and the API's description report it. */
export const version = manifest.version
