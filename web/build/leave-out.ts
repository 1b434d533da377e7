import type { Plugin } from 'vite'

/** Parts of libraries that this app switches off, and what stands in their place. */
const parts = [
  {
    // `withCssVariables={false}`: theme/mantine.css has them.
    file: '/MantineProvider/MantineCssVariables/MantineCssVariables.mjs',
    instead: 'export const MantineCssVariables = () => null',
  },
  {
    // `withGlobalClasses={false}`: theme/mantine.css has them.
    file: '/MantineProvider/MantineClasses/MantineClasses.mjs',
    instead: 'export const MantineClasses = () => null',
  },
]

/** Keeps what is switched off out of the build, where the libraries themselves cannot drop it. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    load: {
      filter: { id: /\/(MantineCssVariables\.mjs|MantineClasses\.mjs)$/ },
      handler: (id) => parts.find(({ file }) => id.endsWith(file))?.instead,
    },
  }
}
