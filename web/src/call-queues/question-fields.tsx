import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { questionLimits, questionSubjects } from '@muster/contract/call-queues.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { subjectLabels } from '../custom-fields/settings/subject-labels.ts'
import { IconButton } from '../layout/icon-button.tsx'
import classes from './call-queues.module.css'
import type { CallQueue } from './queue-queries.ts'

/** A question as the form has it: its text may be empty. */
export type QuestionDraft = Pick<
  CallQueue['questions'][number],
  'fieldId' | 'label' | 'subject' | 'state'
> & {
  text: string
}

export function draftsOf(questions: CallQueue['questions']): QuestionDraft[] {
  return questions.map(({ fieldId, label, subject, state, text }) => ({
    fieldId,
    label,
    subject,
    state,
    text: text ?? '',
  }))
}

export function readQuestions(drafts: readonly QuestionDraft[]) {
  return drafts.map(({ fieldId, text }) => ({ fieldId, text: text.trim() || null }))
}

interface QuestionFieldsProps {
  form: ReturnType<typeof useForm<{ questions: QuestionDraft[] }>>
}

/** Asks which custom fields the script asks about, in which order and words. */
export function QuestionFields({ form }: QuestionFieldsProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<string | null>(null)
  const fields = {
    candidate: useCustomFields('candidate'),
    application: useCustomFields('application'),
    call: useCustomFields('call'),
  }
  const { questions } = form.values
  const change = (next: QuestionDraft[]) => {
    form.clearErrors()
    form.setFieldValue('questions', next)
  }
  const move = (index: number, to: number) =>
    change(questions.toSpliced(index, 1).toSpliced(to, 0, questions[index]!))
  const isFree = ({ id }: { id: string }) => questions.every(({ fieldId }) => fieldId !== id)
  const add = (id: string | null) => {
    for (const subject of questionSubjects) {
      const field = fields[subject].find((each) => each.id === id)
      if (!field) continue
      setAdded(field.id)
      change([...questions, { fieldId: field.id, label: field.label, subject, state: 'in_use', text: '' }])
    }
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t`Questions`}</legend>
      <p className={classes.caption}>
        {t`Callers write the answers into these custom fields. Without a question of your own, the name of the field is shown.`}
      </p>
      {questions.length > 0 && (
        <ol className={classes.rows}>
          {questions.map(({ fieldId, label, subject, state, text }, index) => (
            <li key={fieldId} className={classes.field}>
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
                autoFocus={fieldId === added}
                value={text}
                error={form.errors[`questions.${index}.fieldId`] ?? form.errors[`questions.${index}.text`]}
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
            items: fields[subject].filter(isFree).map(({ id, label }) => ({ value: id, label })),
          }))
          .filter(({ items }) => items.length > 0)}
        value={null}
        onChange={add}
      />
    </fieldset>
  )
}
