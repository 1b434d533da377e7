import type { Plugin } from 'vite'

/** Parts of libraries that this app switches off, and what stands in their place. */
const parts = [
  {
    // Calls go through XMLHttpRequest, for their upload progress.
    file: '/axios/lib/adapters/fetch.js',
    instead: 'export const getFetch = () => null',
  },
  {
    // A list of numbers nobody asks for.
    file: '/axios/lib/helpers/HttpStatusCode.js',
    instead: 'export default {}',
  },
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
      filter: { id: /\/(fetch\.js|HttpStatusCode\.js|MantineCssVariables\.mjs|MantineClasses\.mjs)$/ },
      handler: (id) => parts.find(({ file }) => id.endsWith(file))?.instead,
    },
  }
}
