const controls = 'a[href], button, input, select, textarea'

/** The row of the list with this id, where it is in the page. */
export function rowElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
}

/** Puts the focus into a row: on its link, else its first button, else its first cell. */
export function focusRow(id: string): void {
  const row = rowElement(id)
  const stop = row && (row.querySelector('a[href]') ?? row.querySelector(controls) ?? row.firstElementChild)
  if (stop instanceof HTMLElement) focusStop(stop, { preventScroll: true })
}

/** Where left and right go within a row: its controls, and each cell that has none. */
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

/** Lets Tab reach what is in one row only: through thousands of rows go the arrows. */
export function placeTabStops(body: Element, rowId: string | undefined): void {
  // One search of them all, and attributes only: this runs after each drawing, when asking for `tabIndex` costs a layout.
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
