import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { phoneDigits } from '../contact-formats/phone-digits.ts'
import type { Database } from '../database/connect.ts'
import { containsWord, isLike, minTrigram, type WordMatches, wordsOf } from '../database/contains-text.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { fieldTypeRules } from './field-types.ts'
import { fieldConditions, isValue } from './filter-values.ts'
import { loadFields } from './load-fields.ts'
import { subjectTables } from './subject-tables.ts'

type Condition = RawBuilder<SqlBool>

/** What a list takes from the definitions of custom fields. */
export interface ByFields {
  /** Of the filter `field`. */
  conditions: readonly Condition[]
  /** Of the search text; undefined without one. */
  matches: WordMatches | undefined
}

const isText = ({ type }: Field) =>
  fieldTypeRules[type].isFreeText === true && fieldTypeRules[type].refersTo === undefined

const hasOptions = ({ type }: Field) => fieldTypeRules[type].has?.options === true

interface Choice {
  field: Field
  id: string
}

/**
 * Returns, by word, the options whose labels contain it. A word of one or two characters must be a whole one of the
 * label.
 */
async function findChoices(
  db: Database,
  fields: readonly Field[],
  words: readonly string[],
): Promise<Map<string, Choice[]>> {
  const all = fields.flatMap((field) => field.options.map(({ id, label }) => ({ field, id, label })))
  if (all.length === 0 || words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; at: number }>`
    select w.word, o.at::int as at
    from unnest(${words}::text[]) as w (word)
    cross join unnest(${all.map(({ label }) => label)}::text[]) with ordinality as o (label, at)
    where case
      when length(w.word) < ${minTrigram} then fold(w.word) = any(regexp_split_to_array(fold(o.label), '\\s+'))
      else strpos(fold(o.label), fold(w.word)) > 0
    end
  `.execute(db)
  const found = Map.groupBy(rows, ({ word }) => word)
  return new Map([...found].map(([word, options]) => [word, options.map(({ at }) => all[at - 1]!)]))
}

/** With more options than this, most rows match: an index would not help. */
const maxChoices = 200

function byChoices(choices: readonly Choice[], column: RawBuilder<unknown>): Condition[] {
  if (choices.length <= maxChoices) return choices.map(({ field, id }) => isValue(column, field, id))
  return [
    sql`(${column} <> '{}' and exists (
      select from jsonb_each(${column}) v
      where v.key = any(${[...new Set(choices.map(({ field }) => field.key))]}::text[])
        and v.value ?| ${choices.map(({ id }) => id)}::text[]
    ))`,
  ]
}

/**
 * Matches rows with a text that contains the word. The index covers the texts of all fields, so that a field is searched
 * from the day it is made; which of them the actor sees is compared on the rows that it finds.
 */
function byTexts(keys: readonly string[], column: RawBuilder<unknown>, word: string): Condition {
  return sql`(${column} <> '{}' and ${containsWord(sql`field_texts(${column})`, word)} and exists (
    select from jsonb_each_text(${column}) v
    where v.key = any(${keys}::text[]) and ${isLike(sql`fold(v.value)`, word)}
  ))`
}

/** As `byTexts`, for a word without trigrams: a whole word of a text. */
function byShortWords(keys: readonly string[], column: RawBuilder<unknown>, word: string): Condition {
  return sql`(${column} <> '{}' and short_field_words(${column}) @> array[fold(${word})] and exists (
    select from jsonb_each(${column}) v
    where v.key = any(${keys}::text[]) and short_field_words(jsonb_build_object(v.key, v.value)) @> array[fold(${word})]
  ))`
}

/** Returns how a search text finds rows by the values of fields, which are in a column. */
async function matchesIn(
  db: Database,
  fields: readonly Field[],
  column: RawBuilder<unknown>,
  typed: string,
): Promise<WordMatches> {
  const keys = fields.filter(isText).map(({ key }) => key)
  const choices = await findChoices(db, fields.filter(hasOptions), [...new Set(wordsOf(typed))])
  const digits = phoneDigits(typed)
  return (word) => {
    const parts = keys.length > 0 ? [...new Set([word, ...(digits ? [digits] : [])])] : []
    return [
      ...parts.map((part) => (part.length < minTrigram ? byShortWords : byTexts)(keys, column, part)),
      ...byChoices(choices.get(word) ?? [], column),
    ]
  }
}

async function searchedFields(db: Database, actor: Actor, subject: FieldSubject): Promise<Field[]> {
  const fields = await loadFields(db, actor.workspaceId, subject)
  return fields.filter((field) => maySeeField(actor, field) && (isText(field) || hasOptions(field)))
}

/** Returns how a search text finds rows of a subject by the values of custom fields that the actor sees. */
export async function fieldMatches(
  db: Database,
  actor: Actor,
  subject: FieldSubject,
  typed: string,
): Promise<WordMatches> {
  const fields = await searchedFields(db, actor, subject)
  return matchesIn(db, fields, sql.ref(`${subjectTables[subject]}.custom_fields`), typed)
}

/** Candidates that a search looks up by a word before it looks for their applications. */
const maxCandidates = 10_000

/** Returns, by word, the condition on applications whose candidates have it in a custom field. */
async function matchesOfCandidates(db: Database, actor: Actor, typed: string) {
  const found = new Map<string, Condition>()
  const fields = await searchedFields(db, actor, 'candidate')
  if (fields.length === 0) return found
  const ofPerson = await matchesIn(db, fields, sql.ref('person.custom_fields'), typed)
  for (const word of wordsOf(typed)) {
    const any = ofPerson(word)
    if (any.length === 0 || found.has(word)) continue
    const matching = sql<SqlBool>`(${sql.join([...any], sql` or `)})`
    const { rows } = await sql<{ id: string }>`
      select person.id from candidates person
      where person.workspace_id = ${actor.workspaceId} and ${matching} limit ${maxCandidates + 1}
    `.execute(db)
    if (rows.length > maxCandidates)
      found.set(
        word,
        sql`exists (
          select from candidates person
          where person.workspace_id = applications.workspace_id and person.id = applications.candidate_id and ${matching}
        )`,
      )
    else if (rows.length > 0)
      found.set(word, sql`applications.candidate_id = any(${rows.map(({ id }) => id)}::uuid[])`)
  }
  return found
}

/** As `fieldMatches`, for applications: by their own fields and by those of their candidates. */
export async function applicationMatches(db: Database, actor: Actor, typed: string): Promise<WordMatches> {
  const own = await fieldMatches(db, actor, 'application', typed)
  const theirs = await matchesOfCandidates(db, actor, typed)
  return (word) => {
    const ofCandidates = theirs.get(word)
    return ofCandidates ? [...own(word), ofCandidates] : own(word)
  }
}

/**
 * Reads the filters by custom fields and the search text of a list.
 * @throws VALIDATION on `field`
 */
export async function readByFields(
  db: Database,
  actor: Actor,
  subject: FieldSubject,
  { field, q }: { field?: readonly string[] | undefined; q?: string | undefined },
): Promise<ByFields> {
  return {
    conditions: await fieldConditions(db, actor, subject, field),
    matches: q ? await fieldMatches(db, actor, subject, q) : undefined,
  }
}
