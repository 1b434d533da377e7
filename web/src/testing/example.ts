import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { summarizedPattern } from '@muster/contract/measures.ts'

/** The only id, so that references resolve. */
export const exampleId = '01900000-0000-7000-8000-000000000001'

const exampleTime = '2026-11-20T09:00:00.000Z'

/** Fields that only finished, ended or failed records have; examples are active. */
const absent =
  /^(nextCursor|.*(closed|deleted|revoked|suspended|canceled|ended|erased|undone|paused|locked|disabled|finished|failed|expired)At|disposition|dispositionDetails|undo|error|whyNot|impersonation|mergedInto|takenBackAt)$/i

const textOf: Record<string, string> = {
  color: '#2563eb',
  timezone: 'Europe/Oslo',
  language: 'en',
  country: 'NO',
  currency: 'EUR',
  email: 'kim@example.com',
  phone: '+4721000000',
  rank: 'a0',
  day: '2026-11-20',
  month: '2026-11',
  monthsWithoutCosts: '2026-10',
  localTime: '10:00',
  field: 'fullName',
}

type Abilities = (ability: string) => boolean

// biome-ignore lint/suspicious/noExplicitAny: any schema, discriminated by its `type`
type Schema = any

function exampleString({ def, format, _zod }: Schema, key: string): string {
  const kind: string | undefined = def.format ?? format ?? undefined
  if (kind === 'uuid' || kind === 'guid') return exampleId
  if (kind === 'datetime') return exampleTime
  if (kind === 'date') return '2026-11-20'
  if (kind === 'email') return 'kim@example.com'
  if (kind === 'url') return 'https://example.com/'
  if (def.checks?.some((check: Schema) => check._zod.def.pattern === summarizedPattern)) return 'field.pay'
  const named = textOf[key] ?? (/(At|since|until|from|to)$/.test(key) ? exampleTime : undefined)
  const text = named ?? `Example ${key}`
  return text.slice(0, _zod.bag.maximum ?? text.length)
}

/**
 * Returns a valid response for a schema: lists with one item, and every field set except those of ended
 * records. It is generated from the contract, so that a test cannot miss a new field or keep a removed one.
 */
export function exampleOf(schema: AnyEndpoint['response'], can: Abilities = () => true): unknown {
  return example(schema, '', can)
}

function example(schema: Schema, key: string, can: Abilities): unknown {
  const { def } = schema
  switch (def.type) {
    case 'object': {
      const entries = Object.entries<Schema>(def.shape)
      if (key === 'can') return Object.fromEntries(entries.map(([name]) => [name, can(name)]))
      return Object.fromEntries(entries.map(([name, part]) => [name, example(part, name, can)]))
    }
    case 'array':
      // Rules and breaks have to fit what else the record has.
      return key === 'outcomeRules' || key === 'breaks' ? [] : [example(def.element, key, can)]
    case 'tuple':
      return def.items.map((item: Schema) => example(item, key, can))
    case 'record':
      return {}
    case 'nullable':
      return absent.test(key) ? null : example(def.innerType, key, can)
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return def.type === 'optional' && absent.test(key) ? undefined : example(def.innerType, key, can)
    case 'lazy':
      return example(def.getter(), key, can)
    case 'pipe':
      return example(def.in, key, can)
    case 'union':
      return example(def.options[0], key, can)
    case 'intersection':
      return { ...(example(def.left, key, can) as object), ...(example(def.right, key, can) as object) }
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'string':
      return exampleString(schema, key)
    case 'number':
      return Math.max(1, schema.minValue > Number.MIN_SAFE_INTEGER ? schema.minValue : 1)
    case 'boolean':
      return !/^(atLeast|doNotCall|isDeleted|quiet|mustChoosePassword|mustSetUpSecondFactor)$/.test(key)
    case 'null':
      return null
    default:
      return undefined
  }
}
