import { useState } from 'react'

/**
 * Renders the list of a select, autocomplete or tags input on focus. On a screen with many fields, closed
 * lists would take as long to render as everything else.
 */
export function useListOnDemand() {
  const [wanted, setWanted] = useState(false)
  return { comboboxProps: { keepMounted: wanted }, onFocus: () => setWanted(true) }
}
