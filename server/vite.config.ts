import { defineConfig } from 'vite'

/**
 * Builds `dist/readers`: what the processes that read files run, as a few files of JavaScript. Started from its sources
 * such a process takes three times the processor's time, to find, strip and compile hundreds of files.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/readers',
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['server/src/imports/reading/table-process.ts', 'server/src/uploads/reading/reader-process.ts'],
      // As deep as the sources, which find the texts by their own place.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  // A native module cannot be part of a file, and these read others of their own folder.
  ssr: { noExternal: true, external: ['@napi-rs/canvas', 'pdfjs-dist', 'pdfkit'] },
})
