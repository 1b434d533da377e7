import { plural, t } from '@lingui/core/macro'
import { subjectOf } from '../act-on-applications.ts'
import type { Selected } from './selected.ts'

/** Describes why the remaining applications are left out. */
function others(count: number): string {
  return plural(count, { one: 'no permission for #', other: 'no permission for #' })
}

/** Describes in advance what moving will do: "Moves 12 of 14; 2 you may not". */
export function beforeMoving({ subjects, able, closed }: Selected): string {
  const total = subjects.length
  const count = able.move
  const subject = subjectOf(subjects)
  if (count < total) {
    const rest = others(total - count)
    return t`Moves ${count} of ${total}, ${rest}`
  }
  if (closed > 0 && closed < total) {
    const opened = plural(closed, {
      one: '# closed will be reopened',
      other: '# closed will be reopened',
    })
    return t`Moves ${subject}, ${opened}`
  }
  return t`Move ${subject} to`
}

export function beforeCallback({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.setCallback
  return count === total
    ? t`Call back ${subject}`
    : t`Callback for ${count} of ${total}, no permission for the rest`
}

export function beforeAssigning({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.edit
  return count === total
    ? t`Assign ${subject} to`
    : t`Assigns ${count} of ${total}, no permission for the rest`
}

export function beforeEditing({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.edit
  return count === total
    ? t`Sets the field of ${subject}. You can undo it.`
    : t`Sets the field of ${count} of ${total}, no permission for the rest. You can undo it.`
}

export function beforeTagging({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.edit
  return count === total ? t`Tag ${subject}` : t`Tags ${count} of ${total}, no permission for the rest`
}

/** "Closes 12 of 14; 2 are closed". */
export function beforeClosing({ subjects, able, closed }: Selected): string {
  const total = subjects.length
  const count = able.close
  if (total === 1) return t`The application moves to the closed status. Its last status is kept on record.`
  const barred = total - count - closed
  const kept = t`Each application moves to its position’s closed status. Its last status is kept on record.`
  if (count === total) return kept
  const already = plural(closed, { one: '# already closed', other: '# already closed' })
  const rest = others(barred)
  if (barred <= 0) return t`Closes ${count} of ${total}, ${already}. ${kept}`
  if (closed === 0) return t`Closes ${count} of ${total}, ${rest}. ${kept}`
  return t`Closes ${count} of ${total}, ${already}, ${rest}. ${kept}`
}
