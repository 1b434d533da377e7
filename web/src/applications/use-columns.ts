import { useLocalStorage } from '@mantine/hooks'
import { maySeeColumn } from '@muster/contract/client-access.ts'
import { useMemo } from 'react'
import { useCurrentUser } from '../session/session.ts'
import type { Arrange } from '../ui/column.ts'
import { applicationColumns, defaultColumns } from './application-columns.tsx'
import { type ColumnChoice, moveColumn, readColumns, writeColumns } from './column-choice.ts'

interface Look {
  columns: string[]
}

/** The name comes first, always: it is the link to the row. */
function withCandidate(choices: readonly ColumnChoice[]): ColumnChoice[] {
  const candidate = choices.find(({ id }) => id === 'candidate') ?? { id: 'candidate' }
  return [candidate, ...choices.filter(({ id }) => id !== 'candidate')]
}

/** Which columns are shown, in which order and how wide: as the person chose here for each view, else as it was saved. */
export function useColumns(view: { id: string; columns: string[] } | undefined) {
  const { id: userId, role } = useCurrentUser()
  const available = useMemo(() => applicationColumns().filter(({ id }) => maySeeColumn(role, id)), [role])
  const known = useMemo(() => available.map(({ id }) => id), [available])
  const [looks, setLooks] = useLocalStorage<Record<string, Look>>({
    key: `applications_columns:${userId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const name = view?.id ?? 'all'
  const saved = view && view.columns.length > 0 ? view.columns : defaultColumns
  const chosen = looks[name]?.columns ?? saved
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
    setLooks((now) => ({ ...now, [name]: { columns: writeColumns(withCandidate(next)) } }))
  const onMove: Arrange['onMove'] = (id, besideId, edge) => choose(moveColumn(choices, id, besideId, edge))

  return {
    columns,
    /** All there are for the person. */
    available,
    /** As a view keeps them. */
    kept: writeColumns(choices),
    /** Whether they are others than the view was saved with. */
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
    reset: () => setLooks(({ [name]: _dropped, ...others }) => others),
  }
}
