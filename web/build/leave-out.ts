import type { Plugin } from 'vite'

/** Parts of libraries that this app disables, and their replacements. */
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
]

/** Removes disabled parts from the build that tree shaking cannot drop. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    load: {
      filter: { id: /\/(MantineCssVariables\.mjs|MantineClasses\.mjs)$/ },
      handler: (id) => parts.find(({ file }) => id.endsWith(file))?.instead,
    },
  }
}
