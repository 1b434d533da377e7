import { plural, t } from '@lingui/core/macro'
import { subjectOf } from './act-on-applications.ts'
import type { Selected } from './selected.ts'

/** Behind what an action does: what stands in the way of the others. */
function others(count: number): string {
  return plural(count, { one: '# you may not', other: '# you may not' })
}

/** What moving will do, said before: "Moves 12 of 14; 2 you may not". */
export function beforeMoving({ subjects, able, closed }: Selected): string {
  const total = subjects.length
  const count = able.move
  const subject = subjectOf(subjects)
  if (count < total) {
    const rest = others(total - count)
    return t`Moves ${count} of ${total}; ${rest}`
  }
  if (closed > 0 && closed < total) {
    const opened = plural(closed, {
      one: '# is closed and opens again',
      other: '# are closed and open again',
    })
    return t`Moves ${subject}; ${opened}`
  }
  return t`Move ${subject} to`
}

export function beforeCallback({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.setCallback
  return count === total
    ? t`Call back ${subject}`
    : t`Callback for ${count} of ${total}; the others you may not`
}

export function beforeAssigning({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.edit
  return count === total ? t`Assign ${subject} to` : t`Assigns ${count} of ${total}; the others you may not`
}

export function beforeTagging({ subjects, able }: Selected): string {
  const subject = subjectOf(subjects)
  const total = subjects.length
  const count = able.edit
  return count === total ? t`Tag ${subject}` : t`Tags ${count} of ${total}; the others you may not`
}

/** "Closes 12 of 14; 2 are closed". */
export function beforeClosing({ subjects, able, closed }: Selected): string {
  const total = subjects.length
  const count = able.close
  if (total === 1) return t`It moves to the closed status. The status it has reached is kept.`
  const barred = total - count - closed
  const kept = t`Each moves to the closed status of its position; the status it has reached is kept.`
  if (count === total) return kept
  const already = plural(closed, { one: '# is closed', other: '# are closed' })
  const rest = others(barred)
  if (barred <= 0) return t`Closes ${count} of ${total}; ${already}. ${kept}`
  if (closed === 0) return t`Closes ${count} of ${total}; ${rest}. ${kept}`
  return t`Closes ${count} of ${total}; ${already}, ${rest}. ${kept}`
}
