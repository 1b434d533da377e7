import { type FieldSubject, fieldSortPattern } from '@muster/contract/field-subjects.ts'

type Json = Record<string, unknown>

/** The schemas of a workspace's custom fields by subject and key, as one caller may see them. */
type FieldSchemas = Partial<Record<FieldSubject, Record<string, Json>>>

/** What the document says of a workspace's custom fields. */
export interface WorkspaceFields {
  schemas: FieldSchemas
  /** The sorts of lists of applications by them, ascending. */
  sorts: readonly string[]
}

const nouns: [RegExp, FieldSubject][] = [
  [/Candidate/, 'candidate'],
  [/Application/, 'application'],
  [/Position/, 'position'],
  [/Compan(?:y|ies)/, 'company'],
  [/Call/, 'call'],
]

function subjectOf(schemaName: string): FieldSubject | null {
  return nouns.find(([noun]) => noun.test(schemaName))?.[1] ?? null
}

/** Null clears a field. */
function orNull(schema: Json): Json {
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum ? { enum: [...(schema.enum as []), null] } : {}),
  }
}

function withFields(
  part: unknown,
  subject: FieldSubject | null,
  isInput: boolean,
  fields: FieldSchemas,
): unknown {
  if (Array.isArray(part)) return part.map((one) => withFields(one, subject, isInput, fields))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const own = name === 'candidate' ? 'candidate' : subject
      const known = own && name === 'customFields' ? fields[own] : undefined
      if (!known) return [name, withFields(value, own, isInput, fields)]
      const properties = Object.entries(known).map(([key, schema]) => [
        key,
        isInput ? orNull(schema) : schema,
      ])
      const { description } = value as Json
      return [name, { type: 'object', description, properties: Object.fromEntries(properties) }]
    }),
  )
}

/** Returns the parts of the document with the sorts by custom fields listed, wherever a parameter takes them. */
function withSorts(part: unknown, sorts: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((one) => withSorts(one, sorts))
  if (typeof part !== 'object' || part === null) return part
  const { anyOf, ...rest } = part as Json & { anyOf?: Json[] }
  if (anyOf?.some(({ pattern }) => pattern === fieldSortPattern.source)) {
    const known = anyOf.flatMap((one) => (one.enum as string[] | undefined) ?? [])
    return { ...rest, type: 'string', enum: [...known, ...sorts, ...sorts.map((sort) => `-${sort}`)] }
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withSorts(value, sorts)]))
}

/** Returns the document with the properties of `customFields` wherever records have them, and with the sorts by them. */
export function describeWorkspace<Document extends object>(
  document: Document,
  { schemas: fields, sorts }: WorkspaceFields,
): Document {
  const { components, paths } = document as {
    components?: { schemas?: Record<string, unknown> }
    paths?: unknown
  }
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
    name,
    withFields(schema, subjectOf(name), name.endsWith('Body'), fields),
  ])
  return {
    ...document,
    paths: withSorts(paths, sorts),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }
}
