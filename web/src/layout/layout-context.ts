import { createContext, useContext } from 'react'

interface Layout {
  /** A client's layout: a header without side navigation, search and command box. */
  isClient: boolean
  /** Opens the navigation on narrow screens, where it is hidden. */
  openNav: () => void
  /** Opens the command box. */
  openCommands: () => void
  /** Preloads the command box. */
  prepareCommands: () => void
}

export const LayoutContext = createContext<Layout>({
  isClient: false,
  openNav: () => {},
  openCommands: () => {},
  prepareCommands: () => {},
})

export function useLayout(): Layout {
  return useContext(LayoutContext)
}
