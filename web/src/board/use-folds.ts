import { useLocalStorage } from '@mantine/hooks'
import type { BoardColumn } from './board-moves.ts'

/** Which columns are folded. Closed ones are until somebody opens them; what a person chose is remembered. */
export function useFolds() {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: 'board_folds',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  return {
    isFolded: ({ id, type }: Pick<BoardColumn, 'id' | 'type'>) => chosen[id] ?? type === 'closed',
    fold: (columnId: string, folded: boolean) => setChosen((now) => ({ ...now, [columnId]: folded })),
  }
}
