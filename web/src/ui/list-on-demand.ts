import { useState } from 'react'

/**
 * For a select, an autocomplete or a tags input among many: its list is made when the field gets the focus. Lists nobody
 * opens, made and placed with the screen they are on, take as long as the rest of it.
 */
export function useListOnDemand() {
  const [wanted, setWanted] = useState(false)
  return { comboboxProps: { keepMounted: wanted }, onFocus: () => setWanted(true) }
}
