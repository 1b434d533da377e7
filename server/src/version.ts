import manifest from '../package.json' with { type: 'json' }

/** The version of the product, as health and the API's description tell it. */
export const version = manifest.version
