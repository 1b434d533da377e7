import type { FieldSubject } from '@muster/contract/field-subjects.ts'

type Json = Record<string, unknown>

/** The schemas of a workspace's custom fields by subject and key, as one caller may see them. */
export type FieldSchemas = Partial<Record<FieldSubject, Record<string, Json>>>

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

/** Returns the document with the properties of `customFields` wherever records have them. */
export function describeWorkspace<Document extends object>(
  document: Document,
  fields: FieldSchemas,
): Document {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } }
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
    name,
    withFields(schema, subjectOf(name), name.endsWith('Body'), fields),
  ])
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }
}
