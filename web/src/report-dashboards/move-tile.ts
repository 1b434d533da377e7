/** Moves an item to another index. */
export function moveTile<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, items[from]!)
}

/** Moves a tile before or after another one, as it was dropped. */
export function dropTile<Item extends { reportId: string }>(
  items: readonly Item[],
  draggedId: string,
  besideId: string,
  edge: 'left' | 'right',
): Item[] {
  const dragged = items.find(({ reportId }) => reportId === draggedId)
  if (!dragged || draggedId === besideId) return [...items]
  const rest = items.filter((item) => item !== dragged)
  const beside = rest.findIndex(({ reportId }) => reportId === besideId)
  return rest.toSpliced(beside + (edge === 'right' ? 1 : 0), 0, dragged)
}
