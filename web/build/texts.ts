import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'

/** Turns the macros of texts into look-ups of the catalogue, and the catalogue's files into modules. */
export function texts(): PluginOption {
  const cwd = new URL('../..', import.meta.url).pathname
  return [lingui({ cwd }), babel({ presets: [linguiTransformerBabelPreset({}, { cwd })] })]
}
