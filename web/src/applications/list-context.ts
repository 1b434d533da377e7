import type { ApplicationsSearch } from './applications-search.ts'

/** The list an application was opened from, so that its page can go to the next one and back. */
interface ListContext {
  search: ApplicationsSearch
  ids: string[]
  total: { value: number; atLeast: boolean }
}

const key = 'applications_list'

/** Keeps the list as it stands for the page of one of its rows. It lasts as long as the tab. */
export function rememberList(context: ListContext): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(context))
  } catch {
    // Storage is full or switched off: the page then has no next and previous.
    sessionStorage.removeItem(key)
  }
}

let recalled: { text: string; list: ListContext | null } | undefined

/** Read anew only when another was remembered: it may be thousands of ids. */
function recallList(): ListContext | null {
  try {
    const text = sessionStorage.getItem(key) ?? 'null'
    if (recalled?.text !== text) recalled = { text, list: JSON.parse(text) }
    return recalled.list
  } catch {
    return null
  }
}

/** Where an application stands in the list it was opened from. */
export interface PlaceInList {
  /** For the link back: `<Link to="/applications" search={place.search}>`. */
  search: ApplicationsSearch
  previousId: string | null
  nextId: string | null
  /** 1 for the first. */
  place: number
  total: ListContext['total']
}

/** The place of an application in the list last left, or null when it was not opened from there. */
export function placeInList(id: string): PlaceInList | null {
  const list = recallList()
  const index = list?.ids.indexOf(id) ?? -1
  if (!list || index === -1) return null
  return {
    search: list.search,
    previousId: list.ids[index - 1] ?? null,
    nextId: list.ids[index + 1] ?? null,
    place: index + 1,
    total: list.total,
  }
}
