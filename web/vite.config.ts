import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { lightContract } from './build/light-contract.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

/** Calls go through XMLHttpRequest, for their upload progress; axios's other way of sending is left out. */
const axiosWithoutFetch: Plugin = {
  name: 'axios-without-fetch',
  load: {
    filter: { id: /\/axios\/lib\/adapters\/fetch\.js$/ },
    handler: () => 'export const getFetch = () => null',
  },
}

export default defineConfig({
  plugins: [lightContract(), axiosWithoutFetch, react()],
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Nothing may be inlined: the content security policy takes no data: fonts and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
