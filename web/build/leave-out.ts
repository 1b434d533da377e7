import type { Plugin } from 'vite'

/** Parts of libraries that this app does not need, and their replacements. */
const parts = [
  {
    // `withCssVariables={false}`: they are in theme/mantine.css.
    file: '/MantineProvider/MantineCssVariables/MantineCssVariables.mjs',
    instead: 'export const MantineCssVariables = () => null',
  },
  {
    // `withGlobalClasses={false}`: they are in theme/mantine.css.
    file: '/MantineProvider/MantineClasses/MantineClasses.mjs',
    instead: 'export const MantineClasses = () => null',
  },
  {
    // `useSyncExternalStore` for React before 18.
    file: '/use-sync-external-store/shim/index.js',
    instead: "module.exports = require('react')",
  },
]

/** Removes these parts from the build that tree shaking cannot drop. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    load: {
      filter: { id: /\/(MantineCssVariables\.mjs|MantineClasses\.mjs|shim\/index\.js)$/ },
      handler: (id) => parts.find(({ file }) => id.endsWith(file))?.instead,
    },
  }
}
