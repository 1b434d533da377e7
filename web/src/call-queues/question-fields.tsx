import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import {
  type BuiltInQuestion,
  builtInQuestions,
  contactQuestions,
  questionLimits,
  questionSubjects,
} from '@muster/contract/call-queues.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldLabels } from '../applications/field-labels.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { subjectLabels } from '../custom-fields/settings/subject-labels.ts'
import { IconButton } from '../layout/icon-button.tsx'
import { usePermission } from '../session/session.ts'
import classes from './call-queues.module.css'
import type { CallQueue } from './queue-queries.ts'

/** A question as the form has it: its text may be empty. */
export type QuestionDraft = Pick<
  CallQueue['questions'][number],
  'fieldId' | 'builtIn' | 'label' | 'subject' | 'state'
> & {
  text: string
}

export function draftsOf(questions: CallQueue['questions']): QuestionDraft[] {
  return questions.map(({ fieldId, builtIn, label, subject, state, text }) => ({
    fieldId,
    builtIn,
    label,
    subject,
    state,
    text: text ?? '',
  }))
}

export function readQuestions(drafts: readonly QuestionDraft[]) {
  return drafts.map(({ fieldId, builtIn, text }) => ({
    ...(builtIn ? { builtIn } : { fieldId: fieldId! }),
    text: text.trim() || null,
  }))
}

const idOf = ({ fieldId, builtIn }: Pick<QuestionDraft, 'fieldId' | 'builtIn'>) => builtIn ?? fieldId!

interface Offer {
  fieldId: string | null
  builtIn: BuiltInQuestion | null
  label: string
}

/** Returns the fields that a script can ask about, by what they belong to: built-in fields first. */
function useOffers(): Record<QuestionDraft['subject'], Offer[]> {
  const { t } = useLingui()
  const maySeeContacts = usePermission('contacts:read')
  const custom = {
    candidate: useCustomFields('candidate'),
    application: useCustomFields('application'),
    call: useCustomFields('call'),
  }
  const builtIn = (Object.keys(builtInQuestions) as BuiltInQuestion[]).filter(
    (each) => maySeeContacts || !contactQuestions.includes(each),
  )
  const offersOf = (subject: QuestionDraft['subject']) => [
    ...builtIn
      .filter((each) => builtInQuestions[each] === subject)
      .map((each) => ({ fieldId: null, builtIn: each, label: t(fieldLabels[each]) })),
    ...custom[subject].map(({ id, label }) => ({ fieldId: id, builtIn: null, label })),
  ]
  return {
    candidate: offersOf('candidate'),
    application: offersOf('application'),
    call: offersOf('call'),
  }
}

interface QuestionFieldsProps {
  form: ReturnType<typeof useForm<{ questions: QuestionDraft[] }>>
}

/** Asks which fields the script asks about, in which order and words. */
export function QuestionFields({ form }: QuestionFieldsProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<string | null>(null)
  const offers = useOffers()
  const { questions } = form.values
  const change = (next: QuestionDraft[]) => {
    form.clearErrors()
    form.setFieldValue('questions', next)
  }
  const move = (index: number, to: number) =>
    change(questions.toSpliced(index, 1).toSpliced(to, 0, questions[index]!))
  const isFree = (offer: Offer) => questions.every((question) => idOf(question) !== idOf(offer))
  const add = (id: string | null) => {
    for (const subject of questionSubjects) {
      const offer = offers[subject].find((each) => idOf(each) === id)
      if (!offer) continue
      setAdded(id)
      change([...questions, { ...offer, subject, state: 'in_use', text: '' }])
    }
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t`Questions`}</legend>
      <p className={classes.caption}>
        {t`Callers write the answers into these fields. Without a question of your own, the name of the field is shown.`}
      </p>
      {questions.length > 0 && (
        <ol className={classes.rows}>
          {questions.map(({ fieldId, builtIn, label, subject, state, text }, index) => (
            <li key={idOf({ fieldId, builtIn })} className={classes.field}>
              <TextInput
                label={label}
                description={
                  state === 'retired'
                    ? t`Retired field: not asked`
                    : state === 'removed'
                      ? t`Removed field: not asked`
                      : t(subjectLabels[subject])
                }
                placeholder={label}
                maxLength={questionLimits.text}
                autoFocus={idOf({ fieldId, builtIn }) === added}
                value={text}
                error={
                  form.errors[`questions.${index}.${builtIn ? 'builtIn' : 'fieldId'}`] ??
                  form.errors[`questions.${index}.text`]
                }
                onChange={({ currentTarget: { value } }) =>
                  change(questions.with(index, { ...questions[index]!, text: value }))
                }
              />
              <IconButton
                icon={IconArrowUp}
                label={t`Move ${label} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={IconArrowDown}
                label={t`Move ${label} down`}
                disabled={index === questions.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon={IconX}
                label={t`Remove ${label}`}
                onClick={() => change(questions.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      <Select
        // Without the text of the field that was just added.
        key={questions.length}
        aria-label={t`Add a question`}
        placeholder={t`Add a question`}
        searchable
        nothingFoundMessage={t`Nothing found`}
        disabled={questions.length >= questionLimits.questions}
        data={questionSubjects
          .map((subject) => ({
            group: t(subjectLabels[subject]),
            items: offers[subject]
              .filter(isFree)
              .map((offer) => ({ value: idOf(offer), label: offer.label })),
          }))
          .filter(({ items }) => items.length > 0)}
        value={null}
        onChange={add}
      />
    </fieldset>
  )
}
