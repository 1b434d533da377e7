import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { emptyValue } from '../applications/fields/empty-value.tsx'
import { FieldNotice } from '../applications/fields/field-notice.tsx'
import type { Subject } from '../applications/fields/subject.ts'
import { type FieldDefinition, useEditableField } from '../applications/fields/use-editable-field.ts'
import { inlineField } from '../custom-fields/custom-fact.tsx'
import type { CustomField, Draft, Drafts } from '../custom-fields/custom-field.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { fieldTypes } from '../custom-fields/field-types.tsx'
import { fromDrafts } from '../custom-fields/form-values.ts'
import { fromDraft, sameValue, showDraft, showValue, toDraft } from '../custom-fields/values.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { asCustomField, builtInDefinition, editorOf } from './built-in-answers.tsx'
import classes from './call-desk.module.css'
import type { Claim } from './queue-queries.ts'

type Question = Claim['questions'][number]

/** Writes what was typed; resolves to whether it is stored. */
type Settle = () => Promise<boolean>

/** How to write each answer that belongs to the person, by the ID of its field. */
type Pending = RefObject<Map<string, Settle>>

/** The field as the script asks for it. */
function asAsked(field: CustomField, { text, help }: Question): CustomField {
  return { ...field, label: text, help }
}

interface AnswerProps {
  question: Question
  field: CustomField
}

/**
 * Returns how the field of a question about a person is read and written. Without a toast: its Undo would take the key that
 * undoes the last call.
 */
function recordField(question: Question, field: CustomField): FieldDefinition<Draft> {
  if (question.builtIn) return builtInDefinition(question.builtIn)
  const of = question.subject === 'candidate' ? 'candidate' : 'application'
  return {
    ...inlineField(field, ({ candidate, application }: Subject) =>
      of === 'candidate' ? candidate.customFields : (application?.customFields ?? {}),
    ),
    done: () => null,
    of,
    field: 'customFields',
    loggedAs: `${of === 'candidate' ? 'candidate.' : ''}customFields.${field.key}`,
  }
}

/** An answer that is written into the record of the person: what is chosen at once, what is typed when the input is left. */
function RecordAnswer({
  question,
  field,
  subject,
  pending,
}: AnswerProps & { subject: Subject; pending: Pending }) {
  const definition = recordField(question, field)
  const editable = useEditableField(subject, definition)
  const { saving, conflict, failure } = editable
  /** `base`: the value from when typing began. */
  const [typing, setTyping] = useState<{ draft: Draft; base: Draft } | null>(null)
  const writing = useRef<Promise<boolean>>(Promise.resolve(true))
  const base = () => typing?.base ?? (saving ? editable.value : definition.read(subject))
  const write = (draft: Draft) => {
    setTyping(null)
    writing.current = editable.save(draft, base())
    return writing.current
  }
  const settle: Settle = async () => {
    if (typing) return write(typing.draft)
    return saving ? writing.current : !conflict && !failure
  }
  useEffect(() => {
    const { current } = pending
    current.set(field.id, settle)
    return () => void current.delete(field.id)
  })
  useUnsavedGuard(typing !== null, editable.label)
  const { isTyped, Editor } = editorOf(field, question.builtIn)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside is left
    <div data-question onBlur={() => typing && void write(typing.draft)}>
      <Editor
        field={asAsked(field, question)}
        draft={typing ? typing.draft : editable.value}
        onChange={(draft) => (isTyped ? setTyping({ draft, base: base() }) : void write(draft))}
      />
      <FieldNotice editable={editable} show={(draft) => showDraft(draft, field)} />
    </div>
  )
}

/** An answer that is logged with the call. */
function CallAnswer({
  question,
  field,
  draft,
  error,
  onChange,
}: AnswerProps & { draft: Draft; error: ReactNode; onChange: (draft: Draft) => void }) {
  const { Editor } = fieldTypes[field.type]
  return (
    <div data-question>
      <Editor field={asAsked(field, question)} draft={draft} error={error} onChange={onChange} />
    </div>
  )
}

/** The value of a field that the caller may not change. */
function ShownAnswer({ question, field, value }: AnswerProps & { value: unknown }) {
  return (
    <dl className={classes.shown}>
      <dt>{question.text}</dt>
      <dd>{showValue(value, field) ?? emptyValue}</dd>
    </dl>
  )
}

/** Returns the input of a question, or the button of one without an input. */
function inputOf(question: Element): HTMLElement | null {
  return question.querySelector('input:not([type="hidden"], [type="file"]), textarea, button')
}

function isOpenList(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.getAttribute('aria-expanded') !== 'true') return false
  return !target.hasAttribute('data-text') || target.hasAttribute('aria-activedescendant')
}

/** Enter goes to the next question, Escape leaves them: then digits choose an outcome again. */
function leaveByKey(event: KeyboardEvent<HTMLElement>, onSave: () => void) {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || isOpenList(target) || !(target instanceof HTMLElement)) return
  if (key === 'Escape') target.blur()
  if (key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) return onSave()
  if (!(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const questions = [...currentTarget.querySelectorAll('[data-question]')]
  const next = questions[questions.findIndex((each) => each.contains(target)) + 1]
  const input = next && inputOf(next)
  if (input) input.focus()
  else target.blur()
}

/** The questions of a person, what was answered, and what is not stored yet. */
export function useAnswers(questions: readonly Question[]) {
  const ofCalls = useCustomFields('call')
  const ofCandidates = useCustomFields('candidate')
  const ofApplications = useCustomFields('application')
  const [drafts, setDrafts] = useState<Drafts>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isLogged, setLogged] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const pending: Pending = useRef(new Map())
  const section = useRef<HTMLElement>(null)
  const fields = { call: ofCalls, candidate: ofCandidates, application: ofApplications }
  const asked = questions.flatMap((question) => {
    const { builtIn, subject, fieldId } = question
    const field = builtIn ? asCustomField(builtIn, subject) : fields[subject].find(({ id }) => id === fieldId)
    return field ? [{ question, field }] : []
  })
  const answered = asked.filter(({ question, field }) => {
    const draft = drafts[field.key]
    return (
      question.subject === 'call' &&
      draft !== undefined &&
      !sameValue(draft, toDraft(question.value, field), field)
    )
  })
  useUnsavedGuard(answered.length > 0 && !isLogged, t`the answers`)
  const focusRefused = () =>
    requestAnimationFrame(() => {
      const refused = section.current?.querySelector('[role="alert"], [aria-invalid="true"]')
      refused?.scrollIntoView({ block: 'nearest' })
      const question = refused?.closest('[data-question]')
      if (question) inputOf(question)?.focus()
    })
  /** Writes the answers about the person; false if one was refused, which keeps the caller there. */
  const settle = async (): Promise<boolean> => {
    const stored = await Promise.all([...pending.current.values()].map((write) => write()))
    if (stored.every(Boolean)) return true
    focusRefused()
    return false
  }
  const ofCall = asked.filter(({ question }) => question.subject === 'call' && question.canEdit)
  const defaults = ofCall.map(({ question, field }) => [field.key, toDraft(question.value, field)])
  const callDrafts: Drafts = { ...Object.fromEntries(defaults), ...drafts }
  return {
    asked,
    section,
    pending,
    isReminded,
    /** What the call is logged with, as its editors hold it. */
    callDrafts,
    callValues: (): Record<string, unknown> | undefined => {
      const values = fromDrafts(
        callDrafts,
        ofCall.map(({ field }) => field),
      )
      return Object.keys(values).length > 0 ? values : undefined
    },
    errors,
    setErrors: (found: Record<string, string>) => {
      setErrors(found)
      if (asked.some(({ field }) => found[`customFields.${field.key}`])) focusRefused()
    },
    setDraft: (key: string, draft: Draft) => {
      setErrors({})
      setReminded(false)
      setDrafts((now) => ({ ...now, [key]: draft }))
    },
    /** The answers about the call are stored with it. */
    logged: () => setLogged(true),
    focus: () => {
      const first = section.current?.querySelector('[data-question]')
      if (first) inputOf(first)?.focus()
    },
    settle,
    /** Whether the person can be left without a call; false while answers would be lost. */
    mayLeave: async (): Promise<boolean> => {
      if (!(await settle())) return false
      setReminded(answered.length > 0)
      return answered.length === 0
    },
  }
}

interface ScriptAnswersProps {
  answers: ReturnType<typeof useAnswers>
  /** Undefined while the record loads. */
  subject: Subject | undefined
  onSave: () => void
}

/** The questions of the script as inputs, filled with the present values. */
export function ScriptAnswers({ answers, subject, onSave }: ScriptAnswersProps) {
  const { asked, section, pending, callDrafts, errors, setDraft, isReminded } = answers
  if (asked.length === 0) return null
  return (
    <section
      ref={section}
      aria-label={t`Questions`}
      className={classes.answers}
      onKeyDown={(event) => leaveByKey(event, onSave)}
    >
      <div className={classes.group}>
        <h3>
          <Trans>Questions</Trans>
        </h3>
        <Kbd>Q</Kbd>
      </div>
      <div className={classes.questions}>
        {asked.map(({ question, field }) => {
          const of = question.subject
          if (of === 'call')
            return question.canEdit ? (
              <CallAnswer
                key={field.id}
                question={question}
                field={field}
                draft={callDrafts[field.key] ?? null}
                error={errors[`customFields.${field.key}`]}
                onChange={(draft) => setDraft(field.key, draft)}
              />
            ) : (
              <ShownAnswer key={field.id} question={question} field={field} value={question.value} />
            )
          if (!subject) return <Skeleton key={field.id} height={56} />
          return question.canEdit ? (
            <RecordAnswer
              key={field.id}
              question={question}
              field={field}
              subject={subject}
              pending={pending}
            />
          ) : (
            <ShownAnswer
              key={field.id}
              question={question}
              field={field}
              value={fromDraft(recordField(question, field).read(subject), field)}
            />
          )
        })}
      </div>
      {isReminded && (
        <p role="alert" className={classes.reminder}>
          <Trans>Answers about the call are stored with it. Save the call, or clear them.</Trans>
        </p>
      )}
    </section>
  )
}
