import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'
import { textParts } from './text-parts.ts'

/** Compiles the text macros, and the catalogue files to modules. */
export function texts(): PluginOption {
  const cwd = new URL('../..', import.meta.url).pathname
  return [textParts(), babel({ presets: [linguiTransformerBabelPreset({}, { cwd })] })]
}
