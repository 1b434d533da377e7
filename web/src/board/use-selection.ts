import { useState } from 'react'
import type { Board } from './board-moves.ts'

const none: ReadonlySet<string> = new Set()

/** The selected cards; those no longer on the board are removed. */
export function useSelection(board: Board) {
  const [chosen, setChosen] = useState(none)
  const [last, setLast] = useState<string | null>(null)
  const known = new Set(board.columns.flatMap(({ cards }) => cards.map((card) => card.id)))
  const gone = [...chosen].some((id) => !known.has(id))
  const selected = gone ? new Set([...chosen].filter((id) => known.has(id))) : chosen
  if (gone) setChosen(selected)

  /** Toggles a card; with `range`, everything between it and the last one toggled in the same column. */
  function toggle(cardId: string, range = false) {
    setLast(cardId)
    const column = board.columns.find(({ cards }) => cards.some((card) => card.id === cardId))
    const ids = column?.cards.map((card) => card.id) ?? []
    const from = range && last ? ids.indexOf(last) : -1
    const to = ids.indexOf(cardId)
    const next = new Set(selected)
    if (from >= 0) for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id)
    else if (!next.delete(cardId)) next.add(cardId)
    setChosen(next)
  }

  return { selected, toggle, clear: () => setChosen(none) }
}
