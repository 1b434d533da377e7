import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { applicationColumns, defaultColumns } from './application-columns.tsx'

interface Look {
  columns: string[]
  compact: boolean
}

/** Which columns are shown, and how high rows are: as chosen here for each view, else as the view was saved. */
export function useColumns(view: { id: string; columns: string[] } | undefined) {
  const [looks, setLooks] = useLocalStorage<Record<string, Look>>({
    key: 'applications_columns',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const name = view?.id ?? 'all'
  const saved = view && view.columns.length > 0 ? view.columns : defaultColumns
  const { columns: chosen, compact } = looks[name] ?? { columns: saved, compact: looks.all?.compact ?? false }
  const set = (look: Partial<Look>) =>
    setLooks((now) => ({ ...now, [name]: { columns: chosen, compact, ...look } }))
  const columns = useMemo(
    () => applicationColumns.filter(({ id }) => id === 'candidate' || chosen.includes(id)),
    [chosen],
  )
  return {
    columns,
    compact,
    toggle: (id: string) =>
      set({ columns: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] }),
    setCompact: (compact: boolean) => set({ compact }),
    reset: () => setLooks(({ [name]: _dropped, ...others }) => others),
  }
}
