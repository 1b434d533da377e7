import { z } from 'zod'

/** A field that a schema does not declare, and the names that it declares in that place. */
export interface UnknownField {
  path: string
  known: readonly string[]
}

/** More are not reported: the caller has sent something else altogether. */
const maxReported = 50

type Def = z.core.$ZodTypes['_zod']['def']

function defOf(schema: z.core.$ZodType): Def {
  return (schema as z.core.$ZodTypes)._zod.def
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the unknown fields of the option that `value` is meant to be: one that accepts it, else the closest. */
function ofUnion(options: readonly z.core.$ZodType[], value: unknown, path: string): UnknownField[] {
  const found = options
    .map((option) => ({
      unknown: findUnknownFields(option, value, path),
      accepts: z.safeParse(option, value).success,
    }))
    .sort((a, b) => Number(b.accepts) - Number(a.accepts) || a.unknown.length - b.unknown.length)
  return found[0]?.unknown ?? []
}

function ofObject(def: z.core.$ZodObjectDef, value: unknown, path: string): UnknownField[] {
  if (!isObject(value)) return []
  const known = Object.keys(def.shape)
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name
    if (Object.hasOwn(def.shape, name)) return findUnknownFields(def.shape[name]!, inner, at)
    if (def.catchall) return findUnknownFields(def.catchall, inner, at)
    return [{ path: at, known }]
  })
}

function ofRecord(def: z.core.$ZodRecordDef, value: unknown, path: string): UnknownField[] {
  if (!isObject(value)) return []
  const key = defOf(def.keyType)
  if (key.type !== 'enum') return ofItems(def.valueType, Object.entries(value), path)
  const names = Object.values(key.entries).map(String)
  const shape = Object.fromEntries(names.map((name) => [name, def.valueType]))
  return ofObject({ type: 'object', shape }, value, path)
}

function ofItems(item: z.core.$ZodType, items: readonly [string | number, unknown][], path: string) {
  const found: UnknownField[] = []
  for (const [key, inner] of items) {
    found.push(...findUnknownFields(item, inner, path ? `${path}.${key}` : String(key)))
    if (found.length >= maxReported) break
  }
  return found
}

/** What an endpoint without parameters or body takes. */
const nothing = z.object({})

/** Returns the fields of a value, at any depth, that its schema would drop without a word. */
export function findUnknownFields(
  schema: z.core.$ZodType = nothing,
  value: unknown,
  path = '',
): UnknownField[] {
  if (typeof value !== 'object' || value === null) return []
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return ofObject(def, value, path).slice(0, maxReported)
    case 'array':
      return Array.isArray(value) ? ofItems(def.element, [...value.entries()], path) : []
    case 'record':
      return ofRecord(def, value, path)
    case 'union':
      return ofUnion(def.options, value, path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return findUnknownFields(def.innerType, value, path)
    case 'pipe':
      // A preprocessing step has no schema of its own.
      return findUnknownFields(defOf(def.in).type === 'transform' ? def.out : def.in, value, path)
    default:
      return []
  }
}
