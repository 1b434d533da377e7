import { importedRecord } from '@muster/contract/import-settings.ts'
import { z } from 'zod'
import type { ImportSettings } from '../import-settings.ts'

/** A record that an import created before its first row. */
export type CreatedRecord = z.output<typeof importedRecord>

/** What an import created, and the settings in which its records are chosen for their values. */
export interface Created {
  records: CreatedRecord[]
  values: ImportSettings['values']
  positionId: string | null
}

/** The settings by which rows are read: as given, with the created records for the values they were created for. */
export function withCreated(settings: ImportSettings, created: unknown): ImportSettings {
  if (!created) return settings
  const { values, positionId } = created as Created
  return { ...settings, values, positionId }
}

/** Reads the records from an import's row. */
export function recordsOf(created: unknown): CreatedRecord[] {
  return created ? z.array(importedRecord).parse((created as Created).records) : []
}
