import { z } from 'zod'
import { id, optionalText } from './fields.ts'
import { importCaseChoices, importCaseKeys } from './import-cases.ts'
import {
  type ImportTarget,
  importFieldKeys,
  importPolicyKeys,
  importValueFields,
  isCustomTarget,
  maxIncludedRows,
} from './import-fields.ts'
import { lineName } from './names.ts'
import { statusTypeKeys } from './status-types.ts'

const targets: ReadonlySet<string> = new Set(importFieldKeys)

export const importTarget = z
  .string()
  .max(60)
  .refine(
    (target) => targets.has(target) || isCustomTarget(target),
    /*i18n*/ 'Use a field of imports, `field.<key>` or `candidate.<key>`',
  )
  .describe(
    `A field: ${importFieldKeys.map((key) => `\`${key}\``).join(', ')}; or a custom field: \`field.<key>\` of the application, \`candidate.<key>\` of the candidate`,
  ) as unknown as z.ZodType<ImportTarget, ImportTarget>

/** Column index → field; columns left out are not stored. */
export const importMapping = z.record(z.string().regex(/^\d{1,5}$/), importTarget)

export const importCaseDecisions = z.partialRecord(z.enum(importCaseKeys), z.enum(importCaseChoices))

/** The company of a new position: an existing one, or the name of one that is created unless it exists. */
const company = z.object({ companyId: id.optional(), companyName: lineName(200).optional() })

const newPosition = company.extend({
  name: lineName(200).optional().describe('Defaults to the value of the column'),
})

const hasOneCompany = ({ companyId, companyName }: z.output<typeof company>) =>
  Boolean(companyId) !== Boolean(companyName)
const oneCompany = { path: ['companyName'], message: /*i18n*/ 'Send either companyId or companyName' }

/**
 * Records that the import creates when it starts, before its first row. Each requires the permission to create it by
 * hand: `positions:write` for positions and statuses, `companies:write` for companies.
 */
const importCreate = z.object({
  positions: z
    .record(lineName(500), newPosition.refine(hasOneCompany, oneCompany))
    .default({})
    .describe(
      'Value of `values.position` → company and name of a new open position, made from the default pipeline',
    ),
  position: company
    .extend({ name: lineName(200) })
    .refine(hasOneCompany, oneCompany)
    .optional()
    .describe('A new position for rows whose file names none'),
  statuses: z
    .record(lineName(60), z.enum(statusTypeKeys))
    .default({})
    .describe(
      'Value of the status column → type of a new status of that name, on the positions whose rows have it',
    ),
})

/** A record that an import created, or would create. */
export const importedRecord = z.object({
  kind: z.enum(['company', 'position', 'status']),
  id,
  name: z.string(),
  within: z.string().nullable().describe('The company of a position, the position of a status'),
  removed: z
    .boolean()
    .default(false)
    .describe(
      "Whether the import's undo removed it, or would. Records that are used or were edited since stay.",
    ),
})

/** How a file is read: the meaning of each column and of its values, and what happens to existing people. */
export const importSettings = z.object({
  importId: id,
  mapping: importMapping,
  values: z
    .partialRecord(z.enum(importValueFields), z.record(z.string().max(500), z.string().max(200).nullable()))
    .default({})
    .describe(
      'Field → value in the file → its meaning: a position or user ID, a status type, a source; null: leave empty',
    ),
  invitedOwners: z
    .record(z.string().max(500), id)
    .optional()
    .describe(
      'Value in the column of owners, null in `values` → ID of an invitation. Its rows are unassigned until the invitation is accepted, and then assigned to the new user. Requires `users:manage`.',
    ),
  positionId: id
    .nullish()
    .describe(
      'For rows whose file names no position, unless `create.position` makes one. Without either, and without a column of positions, people are added without applications.',
    ),
  create: importCreate.optional(),
  undecided: z
    .enum(['refuse', 'report'])
    .default('refuse')
    .describe(
      'Positions, statuses and owners that are unknown and not decided: `refuse` the import, or `report` them: rows with such a position or status are rejected, such an owner is a lost value',
    ),
  source: optionalText(120).describe('For rows whose file names no source'),
  ownerId: id.nullish(),
  policy: z.enum(importPolicyKeys).default('skip'),
  cases: importCaseDecisions
    .optional()
    .describe("Case → choice for its rows; defaults to the case's first choice"),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, /*i18n*/ 'Enter a two-letter code, such as US')
    .optional()
    .describe(
      "The country of numbers without a country code, unless the row has a country of its own. Defaults to the analysis' suggestion, then to the workspace's country.",
    ),
  takeIn: z
    .union([z.literal('all'), z.array(z.int().min(1).max(100_000_000)).max(maxIncludedRows)])
    .optional()
    .describe('The numbers of rows that look like no data and are imported anyway'),
})

/** How many rows lost a value of each field, the commonest first. */
export const importLosses = z.array(z.object({ field: importTarget, rows: z.int() }))
