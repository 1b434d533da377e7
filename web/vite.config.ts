import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './build/chunks.ts'
import { leaveOut } from './build/leave-out.ts'
import { lightContract } from './build/light-contract.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { texts } from './build/texts.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig({
  plugins: [lightContract(), leaveOut(), react(), texts(), pdfFiles()],
  resolve: {
    alias: {
      // Its browser build decodes with innerHTML, which Trusted Types refuse. Node resolves the one with a
      // table.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    // scripts/check-bundle.mjs reads it.
    manifest: true,
    target: 'es2023',
    // Nothing may be inlined: the content security policy forbids data: fonts and inline scripts.
    assetsInlineLimit: 0,
    // Budgets of what a screen loads are kept by scripts/check-bundle.mjs. Only the PDF viewer's chunk is larger than Vite's limit.
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: chunks,
        // The first load lists the files of every screen, so each letter of a name counts: 3 kB gzipped.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
})
