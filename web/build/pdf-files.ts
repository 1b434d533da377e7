import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginOption } from 'vite'
import { viteStaticCopy } from 'vite-plugin-static-copy'

const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string }

/**
 * Emits the fonts, character maps and decoders that pdf.js loads by name. They are in a folder named after
 * the version, since they are cached forever.
 */
export function pdfFiles(): PluginOption {
  const dest = `assets/pdfjs-${version}`
  const parts = ['cmaps/*.bcmap', 'standard_fonts/*.{pfb,ttf}', 'wasm/*_nowasm_fallback.js']
  return viteStaticCopy({
    targets: parts.map((part) => ({
      src: join(pdfjs, part),
      dest: join(dest, dirname(part)),
      rename: { stripBase: true as const },
    })),
    silent: true,
  })
}
