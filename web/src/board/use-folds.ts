import { useLocalStorage } from '@mantine/hooks'
import { useCallback } from 'react'
import { type BoardColumn, type Lane, stageIdOf } from './board-moves.ts'

function useStoredFolds(key: string) {
  return useLocalStorage<Record<string, boolean>>({ key, defaultValue: {}, getInitialValueInEffect: false })
}

/** Returns which columns are collapsed. Closed ones are by default; the user's choice is stored. */
export function useFolds() {
  const [chosen, setChosen] = useStoredFolds('board_folds')
  return {
    isFolded: useCallback(
      (column: BoardColumn) => chosen[stageIdOf(column)] ?? column.type === 'closed',
      [chosen],
    ),
    fold: (columnId: string, folded: boolean) => setChosen((now) => ({ ...now, [columnId]: folded })),
  }
}

/** Returns which lanes are collapsed, by owner or company: the same on every board. */
export function useLaneFolds() {
  const [chosen, setChosen] = useStoredFolds('board_lane_folds')
  return {
    isLaneFolded: useCallback(({ id }: Lane) => chosen[id] ?? false, [chosen]),
    foldLane: ({ id }: Lane, folded: boolean) => setChosen((now) => ({ ...now, [id]: folded })),
  }
}
