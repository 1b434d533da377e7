import UFuzzy from '@leeoniya/ufuzzy'

/** Tolerates one mistyped, missing, swapped or added letter per word. */
const forgiving = new UFuzzy({ intraMode: 1 })
/** Matches the letters in order with any others between: "nwapp" for "New application". */
const loose = new UFuzzy({ intraIns: Number.POSITIVE_INFINITY, intraChars: '.', interLft: 2 })

interface Findable {
  label: string
  keywords?: string
  /** Found by its words only, not by some of its letters. */
  byWords?: boolean
}

function search<Item>(matcher: UFuzzy, items: readonly Item[], texts: string[], sought: string): Item[] {
  const [found, info, order] = matcher.search(UFuzzy.latinize(texts), sought, 1)
  const indexes = order && info ? order.map((place) => info.idx[place] ?? -1) : (found ?? [])
  return indexes.flatMap((index) => items[index] ?? [])
}

/**
 * Returns the items that match a text, best match first; all items for an empty text. Words may be in any
 * order.
 */
export function matchCommands<Item extends Findable>(items: readonly Item[], text: string): readonly Item[] {
  const sought = UFuzzy.latinize(text.trim())
  if (sought === '') return items
  const worded = items.map(({ label, keywords = '' }) => `${label} ${keywords}`)
  const near = search(forgiving, items, worded, sought)
  if (near.length > 0) return near
  const byLetters = items.filter(({ byWords }) => !byWords)
  return search(
    loose,
    byLetters,
    byLetters.map(({ label }) => label),
    sought,
  )
}
