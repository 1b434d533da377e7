import type { StoredQuestion } from '../call-queues/questions.ts'
import type { SampleFields } from './field-rows.ts'

const rules = {
  call_from: 8 * 60,
  call_to: 20 * 60,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  max_tries: 4,
  tries_per_day: 2,
  hours_between: 4,
  later_hours: [],
  minutes_after: {},
  other_time_of_day: false,
}

/** What the script asks, by the key of the sample's field. */
const questions = {
  license: 'Which license do you have?',
  preferredShift: 'Which shifts can you work?',
  expectedPay: 'What pay do you expect?',
} as const

/** Returns the questions about those fields that the workspace got with the sample. */
export function questionsOf(fields: SampleFields): StoredQuestion[] {
  return fields.rows.flatMap(({ id, subject, key, label }) => {
    const text = questions[key as keyof typeof questions]
    return text ? [{ fieldId: id, text, subject: subject as StoredQuestion['subject'], key, label }] : []
  })
}

/** The queues of an agency: whom callers call, at any hour of the week at which somebody of the sample is awake. */
export const sampleQueues = [
  {
    ...rules,
    name: 'New leads',
    filters: { statusType: 'lead' },
    order: 'newest',
    later_hours: [24, 72],
    minutes_after: { busy: 30 },
    other_time_of_day: true,
    script:
      'Hi, this is … from the agency. You applied with us and I have two minutes of questions. Is this a good time?\n\n' +
      '1. Are you still looking for work?\n2. When could you start?\n3. The questions below.\n\n' +
      'Thank you. You will hear from us within two working days.',
    asksQuestions: true,
  },
  {
    ...rules,
    name: 'Contacted, no decision',
    filters: { statusType: 'contacted' },
    order: 'longest_in_status',
    hours_between: 24,
    script: null,
    asksQuestions: false,
  },
]
