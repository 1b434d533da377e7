import { useLocalStorage } from '@mantine/hooks'
import { useCallback } from 'react'
import { type BoardColumn, type Lane, stageIdOf } from './board-moves.ts'

function useRemembered(key: string) {
  return useLocalStorage<Record<string, boolean>>({ key, defaultValue: {}, getInitialValueInEffect: false })
}

/** Which columns are folded. Closed ones are until somebody opens them; what a person chose is remembered. */
export function useFolds() {
  const [chosen, setChosen] = useRemembered('board_folds')
  return {
    isFolded: useCallback(
      (column: BoardColumn) => chosen[stageIdOf(column)] ?? column.type === 'closed',
      [chosen],
    ),
    fold: (columnId: string, folded: boolean) => setChosen((now) => ({ ...now, [columnId]: folded })),
  }
}

/** Which lanes are folded, by whose they are: the same on every board. */
export function useLaneFolds() {
  const [chosen, setChosen] = useRemembered('board_lane_folds')
  return {
    isLaneFolded: useCallback(({ id }: Lane) => chosen[id] ?? false, [chosen]),
    foldLane: ({ id }: Lane, folded: boolean) => setChosen((now) => ({ ...now, [id]: folded })),
  }
}
