const controls = 'a[href], button, input, select, textarea'

/** Returns the rendered row with this id. */
export function rowElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}

/** Focuses a row: its link, otherwise its first button, otherwise its first cell. */
export function focusRow(id: string): void {
  const row = rowElement(id)
  const stop = row && (row.querySelector('a[href]') ?? row.querySelector(controls) ?? row.firstElementChild)
  if (stop instanceof HTMLElement) focusStop(stop, { preventScroll: true })
}

/** Returns where the left and right arrow keys stop in a row: its controls, and each cell without any. */
export function stopsOf(row: Element): HTMLElement[] {
  return [...row.children].flatMap((cell) => {
    const own = [...cell.querySelectorAll<HTMLElement>(controls)]
    return own.length > 0 ? own : [cell as HTMLElement]
  })
}

export function focusStop(stop: HTMLElement, options?: FocusOptions): void {
  if (!stop.matches(controls) && !stop.hasAttribute('tabindex')) stop.tabIndex = -1
  stop.focus(options)
}

/** Makes only one row reachable by Tab; arrow keys move between the thousands of rows. */
export function placeTabStops(body: Element, rowId: string | undefined): void {
  // A single query, and attributes only: this runs after each render, when reading `tabIndex` would cause a
  // layout.
  const withControls = new Set<Element>()
  const place = (element: Element, row: HTMLElement) => {
    const tabIndex = row.dataset.row === rowId ? '0' : '-1'
    if (element.getAttribute('tabindex') !== tabIndex) element.setAttribute('tabindex', tabIndex)
  }
  for (const control of body.querySelectorAll(controls)) {
    const row = control.closest<HTMLElement>('[data-row]')
    if (!row) continue
    withControls.add(row)
    place(control, row)
  }
  for (const row of body.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    if (!withControls.has(row) && row.firstElementChild) place(row.firstElementChild, row)
  }
}
