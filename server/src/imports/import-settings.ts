import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { importValueFields } from '@muster/contract/import-fields.ts'
import type { executeImport } from '@muster/contract/import-status.ts'

/** How a file is to be read, as chosen by the person who imports it. */
export type ImportSettings = Omit<BodyOf<typeof executeImport>, 'importId'>

/** The fields whose values name something of the workspace. */
export type ValueField = (typeof importValueFields)[number]

/**
 * What a value of the file was chosen to be: null for nothing, undefined when no choice was made. Values differing only
 * in case were chosen together unless each has its own.
 */
export function createValueChoices(
  settings: ImportSettings,
): (field: ValueField, value: string) => string | null | undefined {
  const folded = new Map<string, string | null>()
  for (const [field, choices] of Object.entries(settings.values))
    for (const [value, choice] of Object.entries(choices)) {
      const key = `${field} ${value.trim().toLowerCase()}`
      if (!folded.has(key)) folded.set(key, choice)
    }
  return (field, value) => {
    const choices = settings.values[field]
    if (!choices) return undefined
    return Object.hasOwn(choices, value) ? choices[value] : folded.get(`${field} ${value.toLowerCase()}`)
  }
}
