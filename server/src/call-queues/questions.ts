import {
  type BuiltInQuestion,
  type claimNextCall,
  type createCallQueue,
  type getCallQueue,
  questionSubjects,
} from '@muster/contract/call-queues.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Field } from '../custom-fields/field.ts'
import { loadAllFields } from '../custom-fields/load-fields.ts'
import type { Database } from '../database/connect.ts'
import { applicationAbilities } from '../policies/application-policy.ts'
import { candidateAbilities } from '../policies/candidate-policy.ts'
import { mayEditSomewhere, maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { builtInField, maySeeBuiltIn } from './built-in-questions.ts'

type QuestionSubject = (typeof questionSubjects)[number]
type QuestionInput = NonNullable<CallOf<typeof createCallQueue>['body']['questions']>[number]
type PresentedQuestion = ResponseOf<typeof getCallQueue>['questions'][number]
type AskedQuestion = NonNullable<ResponseOf<typeof claimNextCall>['claim']>['questions'][number]

export interface StoredQuestion {
  /** Null for a built-in field. */
  fieldId: string | null
  /** Absent in questions about custom fields. */
  builtIn?: BuiltInQuestion
  text: string | null
  /** The field as it was when the queue was saved: it names one that was removed since. */
  subject: QuestionSubject
  key: string
  label: string
}

function isQuestionSubject(subject: string): subject is QuestionSubject {
  return (questionSubjects as readonly string[]).includes(subject)
}

function byId(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.id, field]))
}

function fieldOf(fields: ReadonlyMap<string, Field>, { fieldId }: StoredQuestion): Field | undefined {
  return fieldId === null ? undefined : fields.get(fieldId)
}

/** Of a removed field nobody knows any more who saw it; its values are gone. */
function isVisible(actor: Actor, question: StoredQuestion, field: Field | undefined): boolean {
  if (question.builtIn) return maySeeBuiltIn(actor, question.builtIn)
  return !field || maySeeField(actor, field)
}

/**
 * Returns the questions as they are stored. Those of `before` about fields that the actor may not see stay, at the end; those
 * about fields that were retired since may be sent back.
 * @throws VALIDATION that names each question about a field that the actor may not choose, or that was chosen before
 */
export async function readQuestions(
  db: Database,
  actor: Actor,
  input: readonly QuestionInput[],
  before: readonly StoredQuestion[],
): Promise<StoredQuestion[]> {
  const fields = byId(await loadAllFields(db, actor.workspaceId))
  const details: Record<string, string[]> = {}
  const chosen = new Set<string>()
  const read = input.flatMap(({ fieldId, builtIn, text = null }, index): StoredQuestion[] => {
    const at = `questions.${index}.${builtIn ? 'builtIn' : 'fieldId'}`
    // The contract takes one of both.
    const named = builtIn ?? fieldId!
    if (chosen.has(named)) details[at] = [t`Ask about each field once`]
    chosen.add(named)
    if (builtIn) {
      if (maySeeBuiltIn(actor, builtIn)) return [{ fieldId: null, builtIn, text, ...builtInField(builtIn) }]
      details[at] = [t`You may not see contact data. Choose another field.`]
      return []
    }
    const field = fields.get(named)
    const stored = before.find((each) => each.fieldId === named)
    if (field && !field.retiredAt && isQuestionSubject(field.subject) && maySeeField(actor, field))
      return [{ fieldId: field.id, text, subject: field.subject, key: field.key, label: field.label }]
    if (stored && isVisible(actor, stored, field)) return [{ ...stored, text }]
    details[at] = [t`Field not found. Choose a custom field of candidates, applications or calls.`]
    return []
  })
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION', t`Check the questions of the queue`, { details })
  const hidden = before.filter((question) => !isVisible(actor, question, fieldOf(fields, question)))
  return [...read, ...hidden]
}

/** Returns the questions about fields that the actor sees. Those about retired and removed fields concern who manages queues. */
export function presentQuestions(
  actor: Actor,
  questions: readonly StoredQuestion[],
  fields: readonly Field[],
): PresentedQuestion[] {
  const known = byId(fields)
  const presented = questions.flatMap((question): PresentedQuestion[] => {
    const field = fieldOf(known, question)
    if (!isVisible(actor, question, field)) return []
    const { builtIn } = question
    if (builtIn) return [{ ...question, ...builtInField(builtIn), builtIn, state: 'in_use' }]
    const state = !field ? 'removed' : field.retiredAt ? 'retired' : 'in_use'
    return [{ ...question, builtIn: null, label: field?.label ?? question.label, state }]
  })
  const all = actor.permissions.has('call-queues:manage')
  return presented.filter(({ state }) => all || state === 'in_use')
}

interface AnsweredRow {
  candidate: Record<string, FieldValue>
  application: Record<string, FieldValue>
  builtIn: Record<BuiltInQuestion, string | null>
  can: Record<QuestionSubject, boolean>
}

async function loadAnswers(db: Database, actor: Actor, applicationId: string): Promise<AnsweredRow> {
  const row = await db
    .selectFrom('applications as a')
    .innerJoin('candidates as c', (join) =>
      join.onRef('c.workspace_id', '=', 'a.workspace_id').onRef('c.id', '=', 'a.candidate_id'),
    )
    .where('a.workspace_id', '=', actor.workspaceId)
    .where('a.id', '=', applicationId)
    .select(['a.status_type', 'a.closed_at', 'a.deleted_at', 'c.do_not_call'])
    .select(['a.custom_fields as application', 'c.custom_fields as candidate'])
    .select('c.deleted_at as candidate_deleted_at')
    .select(['c.name', 'c.email', 'c.phone', 'c.location', 'c.notes', 'a.source'])
    .select([
      'c.current_title as currentTitle',
      'c.current_company as currentCompany',
      'c.profile_url as profileUrl',
    ])
    .executeTakeFirstOrThrow()
  return {
    candidate: row.candidate as unknown as Record<string, FieldValue>,
    application: row.application as unknown as Record<string, FieldValue>,
    builtIn: row,
    can: {
      candidate: candidateAbilities(actor, { deleted_at: row.candidate_deleted_at }).edit,
      application: applicationAbilities(actor, row).edit,
      call: true,
    },
  }
}

/** Returns what the script asks a person, with the present values. Fields that the actor may not see are left out. */
export async function askQuestions(
  db: Database,
  actor: Actor,
  questions: readonly StoredQuestion[],
  applicationId: string,
): Promise<AskedQuestion[]> {
  if (questions.length === 0) return []
  const fields = byId(await loadAllFields(db, actor.workspaceId))
  const answers = await loadAnswers(db, actor, applicationId)
  return questions.flatMap((question): AskedQuestion[] => {
    const { fieldId, builtIn, text, subject } = question
    if (builtIn) {
      if (!maySeeBuiltIn(actor, builtIn)) return []
      const { label, ...of } = builtInField(builtIn)
      const value = answers.builtIn[builtIn]
      return [
        { fieldId, builtIn, ...of, text: text ?? label, help: null, value, canEdit: answers.can[subject] },
      ]
    }
    const field = fieldOf(fields, question)
    if (!field || field.retiredAt || !maySeeField(actor, field)) return []
    const { key, label, help, defaultValue } = field
    const value = subject === 'call' ? defaultValue : (answers[subject][key] ?? null)
    const canEdit = answers.can[subject] && mayEditSomewhere(actor, field)
    const asked = text === null ? { text: label, help } : { text, help: null }
    return [{ fieldId, builtIn: null, subject, key, ...asked, value, canEdit }]
  })
}
