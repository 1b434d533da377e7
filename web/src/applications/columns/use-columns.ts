import { useLocalStorage } from '@mantine/hooks'
import { maySeeColumn } from '@muster/contract/client-access.ts'
import { useMemo } from 'react'
import { useCustomFields } from '../../custom-fields/custom-fields-query.ts'
import { fieldColumns } from '../../custom-fields/field-columns.tsx'
import { useCurrentUser } from '../../session/session.ts'
import type { Arrange } from '../../ui/column.ts'
import type { ApplicationRow } from '../queries.ts'
import { applicationColumns, defaultColumns } from './application-columns.tsx'
import { type ColumnChoice, moveColumn, readColumns, writeColumns } from './column-choice.ts'

interface StoredColumns {
  columns: string[]
}

/** Puts the name first: it is the link to the row. */
function withCandidate(choices: readonly ColumnChoice[]): ColumnChoice[] {
  const candidate = choices.find(({ id }) => id === 'candidate') ?? { id: 'candidate' }
  return [candidate, ...choices.filter(({ id }) => id !== 'candidate')]
}

/**
 * Returns the shown columns with their order and widths: the user's choice for the view in this browser,
 * otherwise the saved ones.
 */
export function useColumns(view: { id: string; columns: string[] } | undefined) {
  const { id: userId, role } = useCurrentUser()
  const ofApplications = useCustomFields('application')
  const ofCandidates = useCustomFields('candidate')
  const available = useMemo(
    () => [
      ...applicationColumns().filter(({ id }) => maySeeColumn(role, id)),
      ...fieldColumns<ApplicationRow>(ofApplications, 'field', (row) => row.customFields, { sorts: true }),
      ...fieldColumns<ApplicationRow>(ofCandidates, 'candidate', (row) => row.candidate.customFields, {
        sorts: true,
      }),
    ],
    [role, ofApplications, ofCandidates],
  )
  const known = useMemo(() => available.map(({ id }) => id), [available])
  const [stored, setStored] = useLocalStorage<Record<string, StoredColumns>>({
    key: `applications_columns:${userId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const name = view?.id ?? 'all'
  const saved = view && view.columns.length > 0 ? view.columns : defaultColumns
  const chosen = stored[name]?.columns ?? saved
  const choices = useMemo(() => withCandidate(readColumns(chosen, known)), [chosen, known])
  const columns = useMemo(
    () =>
      choices.map(({ id, width }) => {
        const column = available.find((each) => each.id === id)!
        return width === undefined ? column : { ...column, width: `${width}px` }
      }),
    [choices, available],
  )
  const choose = (next: readonly ColumnChoice[]) =>
    setStored((now) => ({ ...now, [name]: { columns: writeColumns(withCandidate(next)) } }))
  const onMove: Arrange['onMove'] = (id, besideId, edge) => choose(moveColumn(choices, id, besideId, edge))

  return {
    columns,
    /** All columns that the user may see. */
    available,
    /** In the format that views store. */
    serialized: writeColumns(choices),
    /** Whether they differ from the saved view. */
    changed: writeColumns(choices).join() !== writeColumns(withCandidate(readColumns(saved, known))).join(),
    toggle: (id: string) =>
      choose(
        choices.some((each) => each.id === id)
          ? choices.filter((each) => each.id !== id)
          : [...choices, { id }],
      ),
    onMove,
    onResize: (id: string, width: number | undefined) =>
      choose(choices.map((each) => (each.id === id ? { id, width } : each))),
    reset: () => setStored(({ [name]: _dropped, ...others }) => others),
  }
}
